import { randomUUID } from "node:crypto";
import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { amountWorth } from "#schemas/values/price.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/ingest/issues.ts";
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
const LOW = "affiliate-rewards-low";

/**
 * Goes on with the run that is being paid, one affiliate after the other: each payout is a payment of the house, whose key is the run's and the affiliate's. Answers whether a payment
 * was begun.
 */
export async function payRun(
  runtime: Runtime,
  network: Pick<StellarNetwork, "feeBid">,
  signal: AbortSignal,
): Promise<boolean> {
  const { database } = runtime;
  const run = await openRun(database, null);
  if (!run) return false;
  if (!isRowSealed(database, RUN_KIND, run)) {
    await tellForged(runtime, `affiliate payout run ${run.id}`, { runId: run.id });
    return false;
  }
  const fee = await network.feeBid();
  let isBegun = false;
  for (let place = run.place; !signal.aborted;) {
    const next = await rewardCollection(database).findOne(
      { state: "payable", affiliateId: { $gt: place } },
      { sort: { affiliateId: 1 }, projection: { _id: 0, affiliateId: 1 } },
    );
    if (!next) {
      await runCollection(database).updateOne({ id: run.id }, { $set: { state: "done", waits: "" } });
      await resolveIssue(runtime, LOW);
      return isBegun;
    }
    place = next.affiliateId;
    const outcome = await paySafely(runtime, { runId: run.id, affiliateId: place, fee });
    if (outcome instanceof AppError) {
      await tellLow(runtime, run, outcome);
      return isBegun;
    }
    isBegun ||= outcome === "paying";
  }
  return isBegun;
}

interface Turn {
  readonly runId: number;
  readonly affiliateId: number;
  /** Stroops. */
  readonly fee: bigint;
}

/** Pays one affiliate; answers with the refusal where the house cannot pay anybody now. */
async function paySafely(runtime: Runtime, turn: Turn): Promise<"paying" | "passed" | AppError> {
  try {
    return await payOne(runtime, turn);
  } catch (error) {
    if (error instanceof AppError) return error;
    if (!(error instanceof SealBrokenError)) throw error;
    await tellForged(runtime, `rewards of affiliate ${turn.affiliateId}`, { affiliateId: turn.affiliateId });
    await runCollection(runtime.database).updateOne({ id: turn.runId }, { $set: { place: turn.affiliateId } });
    return "passed";
  }
}

async function payOne(runtime: Runtime, turn: Turn): Promise<"paying" | "passed"> {
  const { database } = runtime;
  const terms = await readTerms(database, null);
  if (!terms) throw new AppError("affiliate-terms-missing");
  const { assetCode } = terms;
  const price = await guardedPrice(runtime, terms);
  if (price === null) throw new AppError("affiliate-price-missing", { assetCode });
  return database.transaction(async (session) => {
    const run = await runCollection(database).findOne({ id: turn.runId, state: "paying" }, { session });
    // Somebody was quicker.
    if (!run || run.place >= turn.affiliateId) return "passed";
    const passed = await passOn(runtime, session, run, { ...turn, terms, price });
    await tellBy(database, session, [turn.affiliateId], runtime.clock.now());
    return passed;
  });
}

interface Paying extends Turn {
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
  return isPaid ? "paying" : "passed";
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
