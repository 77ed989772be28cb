import { type PolicyTrialOutput, TRIAL_DAYS } from "#schemas/policy-trial.ts";
import type { OperatorPolicy } from "#schemas/security.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { Turnover } from "#server/platform/submissions/spending.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { isTakingBack } from "#server/platform/submissions/trade-steps.ts";
import { valuationsOf } from "#server/prices/index.ts";
import { lockOutOf } from "#server/security/index.ts";
import { openPast, type PastPayer } from "./policy-past.ts";
import { DAY_MS } from "./spent.ts";
import { type Movement, openTally } from "./trial-tally.ts";

/** What leaves an account by its owner's wish; all else stays with them. */
const JUDGED_KINDS = ["send", "trade", "swap", "pool"] as const;
const READ_AT_ONCE = 500;
/** After so many movements a part ends with the person who is under way. */
const PART = 10_000;

/** One after the other in a process: however many operators try policies, one of them is worked on. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * What a drafted policy would have done to what people sent within the last days, person by person from the newest to the oldest. Each
 * part reads so many movements, a batch at a time, and keeps a day of one person; the next part begins where it ended.
 */
export function tryPolicy(runtime: Runtime, draft: OperatorPolicy, before?: number): Promise<PolicyTrialOutput> {
  const tried = turn.then(() => tryPart(runtime, draft, before));
  turn = tried.catch(() => null);
  return tried;
}

async function tryPart(runtime: Runtime, draft: OperatorPolicy, before?: number): Promise<PolicyTrialOutput> {
  const { database, clock } = runtime;
  const locksOut = await lockOutOf(database, draft, clock.now());
  const from = new Date(clock.now().getTime() - TRIAL_DAYS * DAY_MS);
  const valuations = await database.transaction((session) => valuationsOf(database, session, [NATIVE]));
  const tally = openTally();
  let judge: ReturnType<typeof openPast> | null = null;
  let userId: number | null = null;
  for await (const movements of batchesOf(database, from, before)) {
    const payers = await payersOf(database, movements);
    const wallets = await walletsPaid(database, movements);
    for (const movement of movements) {
      if (movement.userId !== userId || judge === null) {
        if (userId !== null && tally.judged() >= PART) return tally.end({ locksOut, next: userId });
        userId = movement.userId;
        judge = openPast(draft, payers.get(userId) ?? UNKNOWN, valuations(NATIVE).known);
      }
      const { kind, createdAt: at, spent = [] } = movement;
      if (!leaves(movement)) continue;
      const turnover = movement.turnover ?? formerTurnover(movement, wallets);
      const verdict = judge({ at, isPayment: kind === "send", spent, turnover });
      // What was sent the day before counts in the first day alone.
      if (at >= from) tally.add(movement, verdict);
    }
  }
  return tally.end({ locksOut, next: null });
}

/** In batches, each person's together and from the oldest on, with the day before. */
async function* batchesOf(database: Database, from: Date, before = Number.MAX_SAFE_INTEGER) {
  const found = submissionCollection(database)
    .find({
      userId: { $gt: 0, $lt: before },
      createdAt: { $gt: new Date(from.getTime() - DAY_MS) },
      kind: { $in: [...JUDGED_KINDS] },
      state: { $ne: "failed" },
    })
    .project<Movement>({ _id: 0, id: 1, userId: 1, kind: 1, steps: 1, holds: 1, spent: 1, turnover: 1, createdAt: 1 })
    // The other way round of the index by which limits are counted: what is read is in order, and nothing waits for all of it.
    .sort({ userId: -1, createdAt: 1 })
    .hint({ userId: 1, createdAt: -1 })
    .batchSize(READ_AT_ONCE);
  let batch: Movement[] = [];
  for await (const movement of found) {
    batch.push(movement);
    if (batch.length < READ_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const UNKNOWN: PastPayer = { isKycVerified: false, credentialsChangedAt: null };

async function payersOf(database: Database, movements: readonly Movement[]): Promise<ReadonlyMap<number, PastPayer>> {
  const ids = [...new Set(movements.map(({ userId }) => userId))];
  const [users, protections] = await Promise.all([
    database
      .collection("users")
      .find({ id: { $in: ids } }, { projection: { _id: 0, id: 1, kycVerified: 1 } })
      .toArray(),
    database
      .collection<{ readonly _id: number; readonly credentialsChangedAt?: Date }>("user_security")
      .find({ _id: { $in: ids } }, { projection: { credentialsChangedAt: 1 } })
      .toArray(),
  ]);
  const changed = new Map(protections.map(({ _id, credentialsChangedAt }) => [_id, credentialsChangedAt ?? null]));
  return new Map(
    users.map(({ id, kycVerified }) => [
      id,
      { isKycVerified: kycVerified === true, credentialsChangedAt: changed.get(id) ?? null },
    ]),
  );
}

/** Of those that are older than what goes out was noted: whom they pay here. */
async function walletsPaid(database: Database, movements: readonly Movement[]): Promise<ReadonlySet<string>> {
  const paid = movements.flatMap((movement) => paidBy(movement) ?? []);
  if (paid.length === 0) return new Set();
  const found = await accountCollection(database)
    .find({ _id: { $in: [...new Set(paid)] }, role: "wallet" }, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

function paidBy({ kind, turnover, steps: [step] }: Movement): string | null {
  return kind === "send" && !turnover && step && "to" in step ? accountOf(step.to) : null;
}

/** Of an exchange from before that was noted only what limits counted of it is known. */
function formerTurnover(movement: Movement, wallets: ReadonlySet<string>): Turnover {
  const { kind, spent: worths = [] } = movement;
  if (kind !== "send") return { operation: kind === "swap" ? "swap" : "trade", worths };
  return { operation: wallets.has(paidBy(movement) ?? "") ? "send" : "withdraw", worths };
}

/** What comes back into its owner's hands no policy keeps from anybody. */
function leaves({ steps }: Movement): boolean {
  return !isTakingBack(steps) && !steps.some(({ type }) => type === "pool_withdraw");
}
