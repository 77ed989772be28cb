import { randomUUID } from "node:crypto";
import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { amountWorth } from "#schemas/values/price.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { walletOfUser } from "#server/platform/ingest/wallet-of-user.ts";
import { isNative } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { frozenAmong } from "./frozen.ts";
import { tellBy } from "./programs.ts";
import { putRewards } from "./rewards.ts";
import { openRun } from "./runs.ts";
import {
  findProgram,
  PAYOUT_KIND,
  payoutCollection,
  PAYOUTS,
  readTerms,
  RUN_KIND,
  runCollection,
  type RunDocument,
  type RewardDocument,
  rewardCollection,
  type TermsDocument,
} from "./store.ts";

/** Of what one affiliate is paid at once; what is left is the next payout's. */
const MOST_ROWS = 5000;
/** Affiliates that are paid in one transaction, and how many of those make a turn. */
const AT_ONCE = 20;
const MOST_TURNS = 5;
/** Rewards among which the next affiliates are found. */
const ROWS_LOOKED_AT = 200;
const LOW = "affiliate-rewards-low";

/** How far a run came: whether a payment was begun, and whether there is more to be paid at once. */
interface Paid {
  readonly isBegun: boolean;
  readonly hasMore: boolean;
}

const NOTHING: Paid = { isBegun: false, hasMore: false };

/**
 * Goes on with the run that is being paid, one affiliate after the other and so many at most, so that what else is to be done does not wait for all of it: each payout is a payment of
 * the house, whose key is the run's and the affiliate's.
 */
export async function payRun(
  runtime: Runtime,
  network: Pick<StellarNetwork, "feeBid">,
  signal: AbortSignal,
): Promise<Paid> {
  const { database } = runtime;
  const run = await openRun(database, null);
  if (!run) return NOTHING;
  if (!isRowSealed(database, RUN_KIND, run)) {
    await tellForged(runtime, `affiliate payout run ${run.id}`, { runId: run.id });
    return NOTHING;
  }
  const fee = await network.feeBid();
  let [isBegun, place] = [false, run.place];
  for (let turn = 0; turn < MOST_TURNS && !signal.aborted; turn += 1) {
    const affiliateIds = await nextOf(database, place);
    place = affiliateIds.at(-1) ?? place;
    if (affiliateIds.length === 0) {
      await endRun(runtime, run.id);
      return { isBegun, hasMore: false };
    }
    const outcome = await paySafely(runtime, { runId: run.id, affiliateIds, fee });
    if (outcome instanceof AppError) {
      await tellLow(runtime, run, outcome);
      return { isBegun, hasMore: false };
    }
    isBegun ||= outcome;
  }
  return { isBegun, hasMore: true };
}

/** Who comes next, in the order of their places. */
async function nextOf(database: Database, place: number): Promise<readonly number[]> {
  const found = await rewardCollection(database)
    .find(
      { state: "payable", affiliateId: { $gt: place } },
      { sort: { affiliateId: 1 }, projection: { _id: 0, affiliateId: 1 }, limit: ROWS_LOOKED_AT },
    )
    .toArray();
  return [...new Set(found.map(({ affiliateId }) => affiliateId))].slice(0, AT_ONCE);
}

async function endRun(runtime: Runtime, id: number): Promise<void> {
  await runCollection(runtime.database).updateOne({ id }, { $set: { state: "done", waits: "" } });
  await resolveIssue(runtime, LOW);
}

interface Turn {
  readonly runId: number;
  readonly affiliateIds: readonly number[];
  /** Stroops. */
  readonly fee: bigint;
}

/**
 * Pays some affiliates in one transaction, or each in its own where that fails: one whose rewards were written past the server keeps no other waiting. Answers whether a payment was
 * begun, or with the refusal where the house cannot pay the next one now.
 */
async function paySafely(runtime: Runtime, turn: Turn): Promise<boolean | AppError> {
  try {
    return await payAll(runtime, turn);
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof SealBrokenError)) throw error;
    return turn.affiliateIds.length > 1 ? payEach(runtime, turn) : passOver(runtime, turn, error);
  }
}

async function payEach(runtime: Runtime, turn: Turn): Promise<boolean | AppError> {
  let isBegun = false;
  for (const affiliateId of turn.affiliateIds) {
    const outcome = await paySafely(runtime, { ...turn, affiliateIds: [affiliateId] });
    if (outcome instanceof AppError) return outcome;
    isBegun ||= outcome;
  }
  return isBegun;
}

async function passOver(runtime: Runtime, turn: Turn, error: AppError | SealBrokenError): Promise<boolean | AppError> {
  const [affiliateId = 0] = turn.affiliateIds;
  if (error instanceof AppError) return error;
  await tellForged(runtime, `rewards of affiliate ${affiliateId}`, { affiliateId });
  await runCollection(runtime.database).updateOne({ id: turn.runId }, { $set: { place: affiliateId } });
  return false;
}

async function payAll(runtime: Runtime, turn: Turn): Promise<boolean> {
  const { database } = runtime;
  const terms = await readTerms(database, null);
  if (!terms) throw new AppError("affiliate-terms-missing");
  const { assetCode } = terms;
  const price = await guardedPrice(runtime, terms);
  if (price === null) throw new AppError("affiliate-price-missing", { assetCode });
  return database.transaction(async (session) => {
    let isBegun = false;
    for (const affiliateId of turn.affiliateIds) {
      const run = await runCollection(database).findOne({ id: turn.runId, state: "paying" }, { session });
      // Somebody was quicker.
      if (!run || run.place >= affiliateId) continue;
      const { fee } = turn;
      if (await passOn(runtime, session, run, { affiliateId, fee, terms, price })) isBegun = true;
    }
    await tellBy(database, session, turn.affiliateIds, runtime.clock.now());
    return isBegun;
  });
}

interface Paying extends Pick<Turn, "fee"> {
  readonly affiliateId: number;
  readonly terms: TermsDocument;
  readonly price: string;
}

async function passOn(runtime: Runtime, session: ClientSession, run: RunDocument, paying: Paying) {
  const { database } = runtime;
  const { affiliateId, terms } = paying;
  const rows = await payableRows(runtime, session, run, affiliateId);
  const sum = rows.reduce((total, { amount }) => total + BigInt(amount ?? "0"), 0n);
  const paid = sum > 0n && sum >= parseAmount(terms.minPayout) ? (amountWorth(sum, paying.price) ?? 0n) : 0n;
  const total = parseAmount(run.amount) + sum;
  const program = await findProgram(database, { id: affiliateId }, session);
  const wallet = program && (await walletOfUser(runtime, program.userId, session));
  const takes = wallet?.exists === true && (isNative(terms) || lineOf(wallet, terms) !== null);
  const isPaid = program !== null && paid > 0n && takes && total <= parseAmount(run.limit);
  if (isPaid)
    await payOut(runtime, session, run, { ...paying, rows, sum, paid, to: wallet._id, userId: program.userId });
  const progress = isPaid ? { amount: formatAmount(total), payouts: run.payouts + 1 } : {};
  await runCollection(database).updateOne(
    { id: run.id },
    { $set: { place: affiliateId, waits: "", ...progress } },
    { session },
  );
  return isPaid;
}

/** What of an affiliate's rewards nothing keeps back: what was taken back first. */
async function payableRows(
  runtime: Runtime,
  session: ClientSession,
  { until }: RunDocument,
  affiliateId: number,
): Promise<readonly RewardDocument[]> {
  const payable = { state: "payable" as const, affiliateId, signals: { $size: 0 } };
  const rewards = rewardCollection(runtime.database);
  const takenBack = await rewards.find({ ...payable, kind: "reversal" }, { session }).toArray();
  const earned = await rewards
    .find(
      { ...payable, kind: { $ne: "reversal" }, at: { $lte: until } },
      { session, sort: { id: 1 }, limit: MOST_ROWS },
    )
    .toArray();
  const frozen = await frozenAmong(runtime, session, earned);
  return [...takenBack, ...earned.filter(({ through }) => !through.some((id) => frozen.has(id)))];
}

interface PayingOut extends Paying {
  readonly rows: readonly RewardDocument[];
  /** Ten-millionths of a dollar, and what that is of the asset in stroops. */
  readonly sum: bigint;
  readonly paid: bigint;
  readonly to: string;
  readonly userId: number;
}

async function payOut(runtime: Runtime, session: ClientSession, run: RunDocument, payout: PayingOut): Promise<void> {
  const { database, clock } = runtime;
  const { affiliateId, terms, price, rows, sum, paid, to, userId, fee } = payout;
  const { assetCode, issuer } = terms;
  const { id: submissionId } = await payFromHouse(runtime, session, {
    from: "rewards",
    to,
    asset: { assetCode, issuer },
    amount: paid,
    memo: "Affiliate rewards",
    key: `affiliate-payout-${run.id}-${affiliateId}`,
    ledgerKey: payoutName(affiliateId, rows),
    kind: "affiliate-payout",
    knownSince: run.at,
    fee,
  });
  const uid = randomUUID();
  const money = {
    amount: formatAmount(sum),
    rewardAsset: "USD",
    price,
    paid: formatAmount(paid),
    asset: assetCode,
    issuer,
  };
  const fields = { ...money, status: "paying", payoutDate: clock.now(), hash: "", reason: "", transactionId: null };
  const of = { affiliateId, runId: run.id, submissionId };
  await putReplicated(database, session, PAYOUTS, userId, [{ uid, fields: { ...fields, ...of } }]);
  const made = await payoutCollection(database).findOne({ uid }, { session });
  if (!made) throw new Error(`the payout of affiliate ${affiliateId} was not stored`);
  const seal = sealRow(database, PAYOUT_KIND, made);
  await payoutCollection(database).updateOne({ uid }, { $set: { seal } }, { session });
  await putRewards(runtime, session, rows, () => ({ state: "paying", payoutId: made.id }));
}

/** No reward is in two payouts that were paid: its first one names a payout, by the operation on the ledger that it is for. */
function payoutName(affiliateId: number, rows: readonly RewardDocument[]): string {
  const first = rows.find(({ kind }) => kind !== "reversal");
  return `affiliate-payout ${affiliateId} ${first?.eventId ?? ""} ${first?.level ?? 0}`;
}

async function tellLow(runtime: Runtime, { id }: RunDocument, error: AppError): Promise<void> {
  await runCollection(runtime.database).updateOne({ id }, { $set: { waits: error.said } });
  await openIssue(runtime, {
    type: "affiliate",
    checkId: LOW,
    title: issueSaid("issue.affiliate-low"),
    description: issueSaid("issue.affiliate-low.means", { id, why: error.said }),
    severity: "error",
    metadata: { runId: id },
  });
}
