import type {
  AffiliateDeskOutput,
  AffiliatePayout,
  AffiliateReward,
  AffiliateSignal,
} from "#schemas/affiliate-desk.ts";
import { RewardState } from "#schemas/affiliate-desk.ts";
import { formatAmount, ZERO_AMOUNT } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { dueNow } from "./due.ts";
import { runOutput } from "./runs.ts";
import {
  type PayoutDocument,
  payoutCollection,
  programCollection,
  readTerms,
  type RewardDocument,
  rewardCollection,
  runCollection,
  type SignalDocument,
  signalCollection,
  type TermsDocument,
  UNPAID,
} from "./store.ts";
import { fieldsOf } from "./terms.ts";

const SHOWN_RUNS = 10;
const SHOWN_PAYOUTS = 50;
const SHOWN_SIGNALS = 100;

/** Everything of the affiliate programme that operators look after. */
export async function readAffiliateDesk({ database }: Runtime): Promise<AffiliateDeskOutput> {
  const terms = await readTerms(database, null);
  const due = await dueNow(database, terms ?? { minPayout: ZERO_AMOUNT }, null);
  const runs = await runCollection(database)
    .find({}, { sort: { id: -1 }, limit: SHOWN_RUNS })
    .toArray();
  const payouts = await payoutCollection(database)
    .find({}, { sort: { id: -1 }, limit: SHOWN_PAYOUTS })
    .toArray();
  const programs = programCollection(database);
  return {
    terms: terms && termsOutput(terms),
    people: {
      affiliates: await programs.estimatedDocumentCount(),
      referred: await programs.countDocuments({ referrerId: { $gt: 0 } }),
    },
    rewards: await sumsOf(database),
    due: { payouts: due.payouts, amount: formatAmount(due.amount) },
    ...(await houseOf(database, terms)),
    runs: runs.map(runOutput),
    payouts: payouts.map(payoutOutput),
    signals: await openSignals(database),
  };
}

function termsOutput(terms: TermsDocument) {
  return { ...fieldsOf(terms), version: terms.version, nextPayoutDate: terms.nextPayoutDate?.toISOString() ?? null };
}

async function houseOf(database: Database, terms: TermsDocument | null) {
  const account = await houseAccount(database, "rewards", null);
  if (!account) return { houseAddress: null, spendable: ZERO_AMOUNT };
  const reserved = await reservationsOf(database, null, account._id);
  return { houseAddress: account._id, spendable: formatAmount(spendableOf(account, terms ?? NATIVE, reserved)) };
}

async function sumsOf(database: Database): Promise<AffiliateDeskOutput["rewards"]> {
  const found = await rewardCollection(database)
    .aggregate<{ readonly _id: RewardState; readonly rewards: number; readonly sum: string }>([
      {
        $group: {
          _id: "$state",
          rewards: { $sum: 1 },
          sum: { $sum: { $toLong: { $ifNull: ["$amount", "0"] } } },
        },
      },
      { $project: { rewards: 1, sum: { $toString: "$sum" } } },
    ])
    .toArray();
  return RewardState.options.map((state) => {
    const each = found.find(({ _id }) => _id === state);
    return { state, rewards: each?.rewards ?? 0, amount: signed(BigInt(each?.sum ?? "0")) };
  });
}

/** Ten-millionths of a dollar in decimals, with a sign where it is below nothing. */
export function signed(amount: bigint): string {
  return amount < 0n ? `-${formatAmount(-amount)}` : formatAmount(amount);
}

async function openSignals(database: Database): Promise<AffiliateSignal[]> {
  const found = await signalCollection(database)
    .find({ state: "open" }, { sort: { id: -1 }, limit: SHOWN_SIGNALS })
    .toArray();
  return Promise.all(found.map((signal) => signalOutput(database, signal)));
}

async function signalOutput(database: Database, signal: SignalDocument): Promise<AffiliateSignal> {
  const { id, userId, referredUserId, kind, detail, at, affiliateId, referredId } = signal;
  const rows = await rewardCollection(database)
    .find({ affiliateId, referredId, state: { $in: [...UNPAID] } }, { projection: { _id: 0, amount: 1 } })
    .toArray();
  const held = rows.reduce((sum, { amount }) => sum + BigInt(amount ?? "0"), 0n);
  return { id, userId, referredUserId, kind, detail, at: at.toISOString(), held: signed(held) };
}

function payoutOutput(payout: PayoutDocument): AffiliatePayout {
  const { id, userId, amount, price, paid, asset, issuer, status, payoutDate, reason } = payout;
  return { id, userId, amount, price, paid, asset, issuer, status, payoutDate: payoutDate.toISOString(), reason };
}

export function rewardOutput(reward: RewardDocument): AffiliateReward {
  const { id, userId, referredUserId, level, kind, eventId, fee, assetCode, issuer, amount, at, heldUntil } = reward;
  const { state, signals, isCovered, payoutId, reason } = reward;
  return {
    id,
    userId,
    referredUserId,
    level,
    kind,
    eventId,
    fee: formatAmount(BigInt(fee)),
    assetCode,
    issuer,
    amount: amount === null ? null : signed(BigInt(amount)),
    at: at.toISOString(),
    heldUntil: heldUntil.toISOString(),
    state,
    signals: [...signals],
    isCovered,
    payoutId,
    reason,
  };
}
