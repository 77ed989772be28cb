import type { ClientSession } from "mongodb";
import type { ErrorCode } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { IdentityOperation, OperatorPolicy } from "#schemas/security.ts";
import { valuationsOf, type Worth, worthFor } from "#server/prices/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AssetName, assetKey, isNative, NATIVE } from "#server/platform/network/assets.ts";
import {
  type Guard,
  NEEDS_NOTHING,
  type Needs,
  NOTHING_AGAINST,
  type Spending,
  type Portion,
  type Spent,
  type Turnover,
  type Verdict,
} from "#server/platform/submissions/spending.ts";
import { lossOf, type LossReading, type LossTolerance, type ValuationOf } from "./loss.ts";
import { operationOf, readOwnLimits, readStanding, type Standing } from "./policy-facts.ts";
import { errorsOf } from "#server/platform/rules/rules.ts";
import { protectionsOf } from "#server/security/index.ts";
import {
  type CountedWorth,
  identityRefusals,
  isAbove,
  lossRefusals,
  payerRefusals,
  paymentRefusals,
} from "./policy.ts";
import { DAY_MS, spentSince, type SpentSums } from "./spent.ts";

/** Losses that nobody shows who they are for may come to so many times the tolerated one within a day. */
const TOLERATED_TIMES = 10n;
/** What keeps money from leaving an account; what brings it back into its owner's hands is not meant. */
const HELD_BACK: readonly ErrorCode[] = ["account-frozen", "kyc-required", "mailbox-unproven", "cool-off"];

const CONFIRMED: Needs = { ...NEEDS_NOTHING, confirmation: true };

/** The rules about what leaves people's accounts, whatever it is called. */
export function openGuard(runtime: Runtime): Guard {
  return {
    async judge(session, userId, spending) {
      if (spending.kind === "stays") return NOTHING_AGAINST;
      const operation = await operationOf(runtime, session, spending);
      const standing = await readStanding(runtime, session, { userId, assets: assetsOf(spending), operation });
      if (spending.kind === "back") {
        const payer = payerRefusals(standing.payer).filter(({ code }) => !HELD_BACK.includes(code));
        return { ...NOTHING_AGAINST, payer: errorsOf(payer) };
      }
      if (spending.kind === "later")
        return { ...NOTHING_AGAINST, payer: errorsOf(payerRefusals(standing.payer)), needs: confirmedNeeds(standing) };
      const facts = await readFacts(runtime, session, { userId, spending, operation, standing });
      const judged = judgeLeaving(spending, facts);
      const turnover = turnoverOf(spending, facts);
      const unverified = errorsOf(identityRefusals({ ...standing.payer, turnover }));
      return {
        ...judged,
        spending: [...unverified, ...judged.spending],
        turnover: recordOf(operation, turnover),
        payer: errorsOf(payerRefusals(standing.payer)),
      };
    },
  };
}

/** A verdict in a transaction of its own: what a person is told beforehand. */
export function judgeAlone(
  { runtime, guard }: { readonly runtime: Runtime; readonly guard: Guard },
  userId: number,
  spending: Spending,
): Promise<Verdict> {
  return runtime.database.transaction((session) => guard.judge(session, userId, spending));
}

interface Facts extends Standing {
  readonly limits: Awaited<ReturnType<typeof readOwnLimits>>;
  readonly of: ValuationOf;
  readonly spent: SpentSums;
  /** What went out by the same operation. */
  readonly gone: SpentSums;
}

interface Judging {
  readonly userId: number;
  readonly spending: Leaving;
  readonly operation: IdentityOperation;
  readonly standing: Standing;
}

type Leaving = Extract<Spending, { readonly kind: "payment" | "everything" | "exchange" | "pool" }>;

async function readFacts(
  runtime: Runtime,
  session: ClientSession,
  { userId, spending, operation, standing }: Judging,
): Promise<Facts> {
  const { database } = runtime;
  const { policy, security } = standing;
  const limits = await readOwnLimits(runtime, session, { policy, security, spending });
  const of = await valuationsOf(database, session, [NATIVE, ...assetsOf(spending)]);
  const since = new Date(standing.payer.now.getTime() - DAY_MS);
  const { all: spent, by } = await spentSince(database, session, { userId, since, xlm: of(NATIVE).known });
  return { ...standing, limits, of, spent, gone: by(operation) };
}

type Judged = Omit<Verdict, "payer" | "turnover">;

function judgeLeaving(spending: Leaving, facts: Facts): Judged {
  if (spending.kind === "payment") return judgePayment(spending, facts);
  return spending.kind === "everything" ? judgeEverything(spending, facts) : judgeExchange(spending, facts);
}

function judgePayment(
  { paid: { asset, amount } }: Extract<Leaving, { readonly kind: "payment" }>,
  facts: Facts,
): Judged {
  const { payer, limits, of, spent } = facts;
  const worth = worthFor(asset, amount, of(asset).known, payer.now);
  const counted = { worth, assetCode: asset.assetCode, spentInDay: spentOf(spent, worth, asset) };
  return {
    spending: errorsOf(paymentRefusals({ ...payer, ...limits, worths: [counted] })),
    needs: paidNeeds(limits),
    needsApproval: isAbove(facts.policy, [counted]),
    spent: [asSpent(worth, asset)],
    losses: [],
    usd: worth.unit === "USD" && worth.since === undefined ? worth.amount : null,
  };
}

/** Limits that a person sets for themselves: who waited as long as raising them takes is not held to them any more. */
const OWN_LIMITS: readonly ErrorCode[] = ["limit-exceeded", "daily-limit-exceeded"];

function judgeEverything(
  { paid, isAnnounced }: Extract<Leaving, { readonly kind: "everything" }>,
  facts: Facts,
): Judged {
  const { payer, policy, limits, of, spent } = facts;
  const worths = countedOf(lossOf(givenAway(paid), of, toleranceOf(policy), payer.now), spent);
  const refusals = paymentRefusals({ ...payer, ...limits, worths });
  const dailyLimit = policy.dailyLimit === null ? null : parseAmount(policy.dailyLimit);
  const isBeyondOperators = paymentRefusals({ ...payer, ...limits, dailyLimit, worths }).some(
    ({ code }) => code === "daily-limit-exceeded",
  );
  return {
    spending: errorsOf(isAnnounced ? refusals.filter(({ code }) => !OWN_LIMITS.includes(code)) : refusals),
    needs: paidNeeds(limits),
    needsApproval: isAbove(policy, worths) || (isAnnounced && isBeyondOperators),
    spent: worths.map(({ worth, asset }) => asSpent(worth, asset)),
    losses: [],
    usd: null,
  };
}

type Turned = CountedWorth & { readonly asset: AssetName };

/** All that goes out, whatever comes in for it. */
function turnoverOf(spending: Leaving, { of, gone, payer, policy }: Facts): Turned[] {
  const given = givenAway(portionsOf(spending));
  return countedOf(lossOf(given, of, toleranceOf(policy), payer.now), gone);
}

/** All assets count together, as what is given for nothing. */
function givenAway(gives: readonly Portion[]) {
  return { kind: "exchange", operation: "trade", gives, takes: [], adds: [], through: [] } as const;
}

function portionsOf(spending: Leaving): readonly Portion[] {
  switch (spending.kind) {
    case "payment":
      return [spending.paid];
    case "everything":
      return spending.paid;
    case "exchange":
      return spending.gives;
    case "pool":
      return [spending.a, spending.b];
  }
}

function recordOf(operation: IdentityOperation, turned: readonly Turned[]): Turnover | null {
  const worths = turned.filter(({ worth }) => worth.amount > 0n).map(({ worth, asset }) => asSpent(worth, asset));
  return worths.length === 0 ? null : { operation, worths };
}

/** What is given away is a payment; where that is little, only so much of it goes in a day without anybody showing who they are. */
function judgeExchange(spending: Extract<Leaving, { readonly kind: "exchange" | "pool" }>, facts: Facts): Judged {
  const { payer, policy, limits, of, spent } = facts;
  const tolerance = toleranceOf(policy);
  const loss = lossOf(spending, of, tolerance, payer.now);
  const worths = countedOf(loss, spent);
  const lost = worths.map(({ worth, asset }) => asSpent(worth, asset));
  const isStrange =
    spending.kind === "exchange" && spending.adds.some((asset) => !isNative(asset) && !of(asset).isListed);
  const quiet = { spending: [], needsApproval: false, losses: [], usd: null };
  if (loss.isTolerated) {
    const isQuiet = isWithinBudget(loss, spent, tolerance, parseAmount(limits.transactionLimit));
    const kept = isQuiet ? lost.map((one): Spent => ({ ...one, isTolerated: true })) : lost;
    const needs = isQuiet ? (isStrange ? CONFIRMED : NEEDS_NOTHING) : confirmedNeeds(facts);
    return { ...quiet, needs, spent: kept };
  }
  return {
    spending: errorsOf(lossRefusals({ ...payer, ...limits, worths })),
    needs: { ...paidNeeds(limits), confirmation: isStrange },
    needsApproval: isAbove(policy, worths),
    spent: lost,
    losses: worths.map(({ worth: { unit, amount }, assetCode }) => ({ unit, amount, assetCode })),
    usd: null,
  };
}

/** Of what goes to somebody else: what its owner wants to be asked for each time. */
function paidNeeds({ isPasswordAsked }: { readonly isPasswordAsked: boolean }): Needs {
  return { password: isPasswordAsked, secondFactor: true, confirmation: false };
}

/**
 * Of what may give away money bit by bit, or when nobody is there: as of a payment where its owner wants to be asked each time, since
 * any number of them could be made within the minutes of one confirmation.
 */
function confirmedNeeds({ security, payer }: Pick<Standing, "security" | "payer">): Needs {
  const { requirePasswordForSend: isPasswordAsked } = protectionsOf(security, payer.now);
  return isPasswordAsked ? paidNeeds({ isPasswordAsked }) : CONFIRMED;
}

function countedOf({ priced, unpriced }: LossReading, spent: SpentSums): Turned[] {
  const worths = [
    ...(priced ? [{ worth: priced, asset: NATIVE }] : []),
    ...unpriced.map(({ asset, amount }) => ({ worth: { unit: "own", amount } as const, asset })),
  ];
  return worths.map(({ worth, asset }) => ({
    worth,
    asset,
    assetCode: asset.assetCode,
    spentInDay: spentOf(spent, worth, asset),
  }));
}

function isWithinBudget(
  { priced }: LossReading,
  spent: SpentSums,
  { floor }: LossTolerance,
  transactionLimit: bigint,
): boolean {
  if (priced === null || priced.unit === "own") return true;
  const most = floor * TOLERATED_TIMES;
  return spent.tolerated(priced.unit) + priced.amount <= (transactionLimit < most ? transactionLimit : most);
}

function toleranceOf({ lossTolerancePercent, lossToleranceUsd }: OperatorPolicy): LossTolerance {
  return { share: parseAmount(lossTolerancePercent) / 100_000n, floor: parseAmount(lossToleranceUsd) };
}

function spentOf(spent: SpentSums, { unit }: Worth, asset: AssetName): bigint {
  return unit === "own" ? spent.own(asset) : spent.priced(unit);
}

function asSpent({ unit, amount }: Worth, asset: AssetName): Spent {
  return { unit, amount: String(amount), ...(unit === "own" && { asset: assetKey(asset) }) };
}

function assetsOf(spending: Exclude<Spending, { readonly kind: "stays" }>): AssetName[] {
  switch (spending.kind) {
    case "payment":
      return [spending.paid.asset];
    case "everything":
      return spending.paid.map(({ asset }) => asset);
    case "exchange":
      return [...spending.gives, ...spending.takes].map(({ asset }) => asset).concat(spending.adds, spending.through);
    case "pool":
      return [spending.a.asset, spending.b.asset];
    case "back":
    case "later":
      return [...spending.assets];
  }
}
