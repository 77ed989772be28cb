import type { ClientSession } from "mongodb";
import { notePending } from "#server/platform/audit/pending.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { countLocks, type RewrapOutcome, rewrapLocks } from "#server/platform/vault/rewrap.ts";
import { presentNumber } from "./keys-in-use.ts";
import { openRun, type RewrapRun, standRun, unopenedOf } from "./rewrap-runs.ts";

/** One open issue, whoever changed the locks. */
const UNOPENED = "vault-unopened";

/**
 * Goes on with the change of the vault's locks that is under way, if there is one, from wherever it was left. Its locks are
 * written unfenced: each only where it still is the one that was opened, so that what comes late changes nothing. Of another key than
 * this server's present one it does nothing: that is for a server that was started with it. Throws KmsError when a service is away.
 */
export async function carryOutRewrap(runtime: Runtime, ring: KeyRing, signal: AbortSignal): Promise<void> {
  const { database, clock } = runtime;
  const run = await openRun(runtime, null);
  if (!run || run.key !== (await presentNumber(database, ring, null))) return;
  const { done: before, total } = await begin(runtime, ring, run);
  let done = before;
  const outcome = await rewrapLocks(database, ring, async (progress) => {
    done = before + progress.done;
    const standing = { done, total: Math.max(total, before + progress.total) };
    await database.transaction((session) => standRun(database, session, run, standing));
    signal.throwIfAborted();
  });
  const { unopened } = outcome;
  // Before it has ended, or a server that dies between the two leaves nobody told.
  await tellUnopened(runtime, unopened);
  const came = { done, total: done + unopened.length, unopened: unopenedOf(unopened) };
  const ended = { state: "done", isOpen: false, endedAt: clock.now(), ...came } as const;
  await database.transaction(async (session) => {
    const isOurs = await standRun(database, session, run, ended);
    if (isOurs)
      await note(runtime, session, run, `ends with ${done} locks changed and ${unopened.length} that do not open`);
  });
}

/** Says that it runs, and how much is left; what a server did that died before it said so counts as done. */
async function begin(
  { database, clock, ...runtime }: Runtime,
  ring: KeyRing,
  run: RewrapRun,
): Promise<Pick<RewrapRun, "done" | "total">> {
  const { former: left } = await countLocks(database, ring);
  const done = Math.max(run.done, run.total - left, 0);
  const standing = { state: "running", startedAt: run.startedAt ?? clock.now(), done, total: done + left } as const;
  await database.transaction(async (session) => {
    const isOpen = await standRun(database, session, run, standing);
    const isFirst = isOpen && run.startedAt === null;
    if (isFirst) await note({ database, clock, ...runtime }, session, run, `begins with ${left} locks to change`);
  });
  return standing;
}

/** On record beside what the command leaves there; the key by its number. */
function note({ database, clock }: Runtime, session: ClientSession, run: RewrapRun, reason: string): Promise<void> {
  const event = {
    action: "rewrap",
    address: `key ${run.key} of the vault`,
    purpose: "vault",
    payloadHash: "",
  } as const;
  const requestedBy = run.askedBy === null ? "operator" : `operator ${run.askedBy}`;
  return notePending(database, session, { ...event, requestedBy, reason }, clock.now());
}

/** Operators have an issue as long as there are locks that no key opens which is named. */
export async function tellUnopened(
  context: Pick<Runtime, "database" | "clock">,
  unopened: RewrapOutcome["unopened"],
): Promise<void> {
  if (unopened.length === 0) return resolveIssue(context, UNOPENED);
  const { count, names } = unopenedOf(unopened);
  await openIssue(context, {
    type: "custody",
    checkId: UNOPENED,
    title: `${count} locks of the vault do not open with any key that is named`,
    description:
      "Name the former key that made them in VAULT_OTHER_KEYS of every server, or restore these rows from a backup, and start the change of the locks anew.",
    severity: "critical",
    metadata: { count, names },
  });
}
