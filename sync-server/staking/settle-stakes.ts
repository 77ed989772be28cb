import type { ClientSession, Filter } from "mongodb";
import { earnedBy } from "#schemas/stake-reckoning.ts";
import { DAY_SECONDS, secondsOf } from "#schemas/values/accrual.ts";
import { formatAmount, parseAmount, ZERO_AMOUNT } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import {
  type SubmissionDocument,
  submissionCollection,
  wasConfirmed,
} from "#server/platform/submissions/submission.ts";
import { markRewards } from "./claim-rewards.ts";
import { instantOf } from "#server/wallet/index.ts";
import {
  plus,
  ratesOf,
  STAKE_KIND,
  type StakeDocument,
  stakeCollection,
  type StoredStake,
  writeStake,
} from "./store.ts";

const AT_ONCE = 500;
/** States in which a payment of the stake itself is under way. */
const CHANGING = ["pending", "withdrawing"] as const;

type Context = Pick<Runtime, "database" | "clock" | "log">;

/**
 * Notes what became of every payment of a stake that a ledger has decided and ingestion has folded: only then does its state move.
 * Answers with how many there are of which that is waited for.
 */
export async function settleStakes(
  runtime: Context,
  network: Pick<StellarNetwork, "ledgers">,
  signal: AbortSignal,
): Promise<number> {
  let waiting = 0;
  for await (const stakes of openStakes(runtime)) {
    if (signal.aborted) break;
    const ended = await endedOf(runtime, stakes);
    for (const stake of stakes) await settleOne(runtime, network, stake, ended);
    waiting += stakes.length;
  }
  return waiting;
}

/**
 * The stakes of which a payment is under way, each once. What makes one of them so is asked for by itself: of all of it in one question the
 * database would look at every stake there is.
 */
export async function* openStakes({ database }: Pick<Context, "database">): AsyncGenerator<readonly StakeDocument[]> {
  const stakes = stakeCollection(database);
  for (const status of CHANGING) yield* inParts((after) => ({ status, id: { $gt: after } }), "id");
  yield* inParts((after) => ({ claimId: { $gt: after }, status: { $nin: [...CHANGING] } }), "claimId");

  async function* inParts(
    filterAfter: (after: number) => Filter<StakeDocument>,
    by: "id" | "claimId",
  ): AsyncGenerator<readonly StakeDocument[]> {
    for (let after = 0; ;) {
      const part = await stakes.find(filterAfter(after), { sort: { [by]: 1 }, limit: AT_ONCE }).toArray();
      if (part.length > 0) yield part;
      if (part.length < AT_ONCE) return;
      after = part.at(-1)?.[by] ?? after;
    }
  }
}

/** Of the payments of these stakes those that a ledger decided and ingestion folded, or that can be in none. */
async function endedOf({ database }: Context, stakes: readonly StakeDocument[]) {
  if (stakes.length === 0) return new Map();
  const ids = stakes.flatMap(({ submissionId, unstakeId, claimId }) => [submissionId, unstakeId ?? 0, claimId ?? 0]);
  const ended = await submissionCollection(database)
    .find({ id: { $in: ids }, state: { $in: ["confirmed", "failed"] }, isReserving: false })
    .toArray();
  return new Map(ended.map((submission) => [submission.id, submission]));
}

async function settleOne(
  runtime: Context,
  network: Pick<StellarNetwork, "ledgers">,
  seen: StakeDocument,
  ended: ReadonlyMap<number, SubmissionDocument>,
): Promise<void> {
  if (!isRowSealed(runtime.database, STAKE_KIND, seen)) {
    await tellForged(runtime, `stake ${seen.id}`, { stakeId: seen.id });
    return;
  }
  const begun = seen.status === "pending" ? ended.get(seen.submissionId) : undefined;
  const began = begun && wasConfirmed(begun) ? await closeOf(runtime, network, seen, begun) : null;
  const left = seen.status === "withdrawing" ? ended.get(seen.unstakeId ?? 0) : undefined;
  const paid = ended.get(seen.claimId ?? 0);
  if (!begun && !left && !paid) return;
  await runtime.database.transaction(async (session) => {
    const now = await stakeCollection(runtime.database).findOne({ id: seen.id }, { session });
    // Somebody was quicker: what is left to do is seen the next time.
    if (now?.version !== seen.version) return;
    let stake: StakeDocument = now;
    if (begun) stake = await settleBegun(runtime, session, stake, began);
    if (paid) stake = await settlePaid(runtime, session, stake, paid);
    if (left) await settleLeft(runtime, session, stake, left);
  });
}

/** When the ledger closed that took it in: by the history, or by the network where that has no row of it. */
async function closeOf(
  { database }: Context,
  network: Pick<StellarNetwork, "ledgers">,
  { userId, startDate }: StakeDocument,
  submission: SubmissionDocument,
): Promise<number> {
  const hash = submission.ledgerHash ?? submission.attempt?.hash ?? "";
  const row = await database.collection("transactions").findOne({ userId, hash }, { projection: { timestamp: 1 } });
  const at: unknown = row?.["timestamp"];
  if (at instanceof Date) return secondsOf(at);
  const [ledger] = submission.ledger === null ? [] : await network.ledgers(submission.ledger, 1);
  return secondsOf(ledger?.closedAt ?? startDate);
}

function settleBegun(
  runtime: Context,
  session: ClientSession,
  stake: StakeDocument,
  began: number | null,
): Promise<StakeDocument> {
  if (began === null) return writeStake(runtime.database, session, stake, { status: "failed", left: ZERO_AMOUNT });
  const { lockupDays } = stake.terms;
  const startDate = new Date(began * 1000);
  const { userId, assetCode, issuer, amount } = stake;
  const told = { userId, kind: "stake-begun", cause: `stake ${stake.id}`, assetCode, issuer, amount } as const;
  return notify(runtime, session, told).then(() =>
    writeStake(runtime.database, session, stake, {
      status: "active",
      startDate,
      lastRewardDate: startDate,
      endDate: lockupDays > 0 ? new Date((began + lockupDays * DAY_SECONDS) * 1000) : null,
      principals: [{ from: instantOf(began), amount }],
    }),
  );
}

/** What was paid is paid; what failed is unpaid as before. */
export async function settlePaid(
  runtime: Context,
  session: ClientSession,
  stake: StakeDocument,
  submission: SubmissionDocument,
): Promise<StakeDocument> {
  const { userId, assetCode, issuer, paying } = stake;
  const done = wasConfirmed(submission);
  const hash = submission.ledgerHash ?? submission.attempt?.hash ?? "";
  const row = await runtime.database
    .collection("transactions")
    .findOne({ userId, hash }, { session, projection: { id: 1 } });
  const transactionId = row ? Number(row["id"]) : null;
  const fields = done ? { status: "paid", hash, transactionId } : { status: "accrued", claimId: null };
  await markRewards(runtime, session, stake, { from: "paying", fields });
  const kind = done ? "stake-rewards-paid" : "stake-not-paid";
  await notify(runtime, session, {
    userId,
    kind,
    cause: `payment ${submission.id}`,
    assetCode,
    issuer,
    amount: paying,
  });
  return writeStake(runtime.database, session, stake, {
    claimId: null,
    paying: ZERO_AMOUNT,
    ...(done ? { paid: plus(stake.paid, parseAmount(paying)) } : { reason: submission.reason }),
  });
}

/** What left is off the stake; what failed is still there. */
export async function settleLeft(
  runtime: Context,
  session: ClientSession,
  stake: StakeDocument,
  submission: SubmissionDocument,
): Promise<void> {
  const { userId, assetCode, issuer, withdrawing } = stake;
  if (!withdrawing) throw new Error(`stake ${stake.id} is withdrawing nothing`);
  const done = wasConfirmed(submission);
  const amount = withdrawing.receives;
  const kind = done ? "stake-paid-out" : "stake-not-paid";
  await notify(runtime, session, { userId, kind, cause: `payment ${submission.id}`, assetCode, issuer, amount });
  const fields = done ? await takenOut(runtime, session, stake) : stillThere(submission);
  await writeStake(runtime.database, session, stake, { ...fields, withdrawing: null, unstakeId: null });
}

/** It earns on, as if nothing had been asked. */
function stillThere({ reason }: SubmissionDocument): Partial<StoredStake> {
  return { status: "active", earlyWithdrawal: false, reason };
}

async function takenOut(runtime: Context, session: ClientSession, stake: StakeDocument): Promise<Partial<StoredStake>> {
  const { withdrawing, principals, paid, paying, forfeited } = stake;
  if (!withdrawing) return {};
  const { at, amount, isEarly } = withdrawing;
  const rest = parseAmount(stake.left) - parseAmount(amount);
  const left = formatAmount(rest);
  if (rest > 0n) return { status: "active", left, principals: [...principals, { from: at, amount: left }] };
  const over = { status: "withdrawn", left, stoppedAt: new Date(at) } as const;
  if (!isEarly) return over;
  const earned = earnedBy(stake, await ratesOf(runtime.database, stake, session), secondsOf(at));
  const given = earned - parseAmount(paid) - parseAmount(paying) - parseAmount(forfeited);
  await markRewards(runtime, session, stake, { from: "accrued", fields: { status: "forfeited" } });
  return { ...over, forfeited: plus(forfeited, given > 0n ? given : 0n) };
}
