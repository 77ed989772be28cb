import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { accept, fingerprintOf, type Planned } from "#server/platform/submissions/accept.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { NOTHING_LEAVES, type Spending } from "#server/platform/submissions/spending.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { judgeAlone, reach } from "#server/wallet/index.ts";
import type { MarketDeps } from "./deps.ts";
import { movePool, type PoolAct, type PoolDocument, type PoolFields } from "./store.ts";

/** What a ladder is worth to the network in a surge at most; what takes it back would be accepted anew for what is asked by then. */
const RAISED_TIMES = 10n;

/** The pool, or its owner's orders, are not as they were when it was planned: it is planned anew. */
export class MovedError extends Error {}

/** What is to be done for a pool, in one transaction of its first wallet. */
export interface Submitting {
  readonly act: Exclude<PoolAct, "open">;
  readonly steps: readonly Step[];
  /** How it is judged: what spends on its owner's behalf as what they had kept for later, what brings money back as nothing. */
  readonly spending: Spending;
  /** What the pool is with it. */
  readonly fields: PoolFields;
  /** Asked within the transaction that records it. Throws {@link MovedError}. */
  readonly within?: (session: ClientSession) => Promise<void>;
}

/**
 * Has something done for a pool, once: what is recorded and what the pool then is are one transaction. Throws {@link MovedError} where
 * somebody was quicker, what stands against its owner, `fee-balance-too-low` and `network-unreachable`.
 */
export async function submitFor(
  deps: MarketDeps,
  seen: PoolDocument,
  { act, steps, spending, fields, within }: Submitting,
): Promise<void> {
  const { runtime, network } = deps;
  const { userId, id, attempts, wallets } = seen;
  const [account = ""] = wallets;
  const fee = (await reach(network.feeBid())) * BigInt(steps.length);
  const idempotencyKey = `market-pool:${id}:${attempts + 1}`;
  await accept<Planned>(
    deps,
    // They showed who they are when they started it.
    { userId, idempotencyKey, fingerprint: fingerprintOf([idempotencyKey]), prove: () => Promise.resolve() },
    {
      plan: async () => {
        const { verdict } =
          spending.kind === "stays" ? NOTHING_LEAVES : { verdict: await judgeAlone(deps, userId, spending) };
        return { account, spending, verdict, refusals: [] };
      },
      refusalsWithin: async (session, _plan, own) => {
        await within?.(session);
        const spare = spendableOf(own, NATIVE, await reservationsOf(runtime.database, session, account));
        return spare < fee ? [new AppError("fee-balance-too-low", { fee: formatAmountShort(fee - spare) })] : [];
      },
      draft: () => ({
        kind: "market-making",
        steps,
        memo: "",
        holds: [{ ...NATIVE, amount: String(fee) }],
        fee: String(fee),
        feeLimit: String(fee * RAISED_TIMES),
        feePayer: null,
      }),
      alongside: async (session, submission) => {
        const under = { submissionId: submission.id, act };
        if (!(await movePool(runtime, session, seen, { ...fields, under, attempts: attempts + 1 })))
          throw new MovedError();
      },
    },
  );
  deps.onAccepted();
}
