import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { countLocks } from "#server/platform/vault/rewrap.ts";
import { presentNumber } from "./keys-in-use.ts";
import { insertRun, openRun, standRun } from "./rewrap-runs.ts";

interface RewrapDeps {
  readonly runtime: Runtime;
  readonly ring: KeyRing;
}

/**
 * Proposes that the present key of the vault locks whatever a former one locked. Throws `vault-keys-differ`,
 * `vault-nothing-former`, `vault-rewrap-open`, `proposal-open`, `operator-frozen`.
 */
export async function proposeRewrap(
  { runtime, ring }: RewrapDeps,
  approvals: Approvals,
  operatorId: number,
  reason: string,
): Promise<{ readonly proposal: ProposalOutput }> {
  const key = await presentNumber(runtime.database, ring, null);
  if (key === null) throw new AppError("vault-keys-differ");
  if ((await openRun(runtime, null))?.key === key) throw new AppError("vault-rewrap-open");
  const content = { kind: "rewrap-vault", key, locks: await formerLocks(runtime, ring) } as const;
  const proposal = await approvals.decide({ content, operatorId, reason });
  if (!proposal) throw new Error("the locks of the vault were changed on one operator's word");
  return { proposal };
}

/** Changing the locks of the vault: two operators ask for it, and {@link carryOutRewrap} does it. */
export function rewrapAct({ runtime, ring }: RewrapDeps, kick: () => void): Act<ContentOf<"rewrap-vault">> {
  const { database, clock } = runtime;
  return {
    subject: () => "locks of the vault",
    about: () => Promise.resolve([]),
    says: ({ key, locks }) => `Key ${key} of the vault locks what former ones locked: ${locks} locks.`,
    whySecond: () => Promise.resolve("It touches every key that the service holds."),
    prepare: async ({ key }) => {
      const locks = await formerLocks(runtime, ring);
      return async (session, by) => {
        const open = await openRun(runtime, session);
        const change = { before: { formerLocks: locks }, after: { key, formerLocks: 0 } };
        await noteAct(runtime, session, by, { action: "rewrap-vault", userId: null, change });
        if ((await presentNumber(database, ring, session)) !== key) throw new AppError("proposal-outdated");
        if (open?.key === key) throw new AppError("vault-rewrap-open");
        // What was to lock everything is a former key itself by now.
        if (open) await standRun(database, session, open, { state: "superseded", isOpen: false, endedAt: clock.now() });
        const { operatorId, reason, proposal } = by;
        const [askedBy, approvedBy] = proposal ? [proposal.proposedBy, operatorId] : [operatorId, null];
        await insertRun(database, session, { key, askedBy, approvedBy, reason, askedAt: clock.now() });
      };
    },
    afterwards: kick,
  };
}

/** Throws `vault-nothing-former`. */
async function formerLocks({ database }: Runtime, ring: KeyRing): Promise<number> {
  const { former } = await countLocks(database, ring);
  if (former === 0) throw new AppError("vault-nothing-former", { setting: ring.setting });
  return former;
}
