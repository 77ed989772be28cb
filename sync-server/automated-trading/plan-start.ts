import type { ClientSession } from "mongodb";
import { type BackTestSummary, MAX_AUTOMATIONS } from "#schemas/automated-trading.ts";
import type { AutomationWish } from "#schemas/automation-calls.ts";
import { AppError } from "#schemas/errors.ts";
import type { TradeAgreed } from "#schemas/trading.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { activeFees, operatorFee } from "#server/fees/index.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { Spending } from "#server/platform/submissions/spending.ts";
import { marketOf, mostFeeOf } from "#server/standing-orders/index.ts";
import { impossible, NOTHING_FREED, planTrade, type TradePlan, walletOf, type Wish } from "#server/trading/index.ts";
import { collect, costOutput, reach } from "#server/wallet/index.ts";
import { feeRulesNow } from "./costs.ts";
import type { AutomationDeps } from "./deps.ts";
import { type ReadTerms, readTerms } from "./read-terms.ts";
import { costsFor } from "./run-back-test.ts";
import { automationCollection, LIVE, type StoredCosts } from "./store.ts";
import { lastTest } from "./tests.ts";

/** A start worked out, with what its trades would cost. */
export interface StartPlan extends TradePlan {
  /** Null where the terms cannot be read, or their markets not be seen. */
  readonly read: ReadTerms | null;
  readonly costs: StoredCosts | null;
  readonly tested: readonly BackTestSummary[];
  readonly feeRules: string;
  /** What each trade may cost beside itself. */
  readonly perTrade: TradeAgreed | null;
}

type PlanDeps = Omit<AutomationDeps, "onAccepted">;

/** `isPaid` of whoever goes on: what the start cost was paid before, and it was tested then. */
export interface Starting extends AutomationWish {
  readonly isPaid: boolean;
}

/** Works out a start; nothing is recorded. Throws `wallet-not-ready`, `market-building`, `market-behind` and `network-unreachable`. */
export async function planStart(deps: PlanDeps, userId: number, starting: Starting): Promise<StartPlan> {
  const { runtime, feed, network } = deps;
  const { terms: entered, executionMode, riskAccepted, isPaid } = starting;
  const account = await walletOf(runtime, userId);
  const found: AppError[] = [];
  const read = collect(found, () => readTerms(entered)) ?? null;
  for (const base of read?.terms.bases ?? []) collect(found, () => marketOf(feed, { base, quote: entered.quote }));
  const isSeen = read !== null && found.length === 0;
  const costs = isSeen ? await costsFor(deps, read) : null;
  const tested = read ? await lastTest(runtime, { userId, terms: read.terms }, null) : null;
  if (isSeen && !isPaid && tested === null) found.push(new AppError("automation-untested"));
  if (executionMode === "auto" && !riskAccepted) found.push(new AppError("automation-risk"));
  if (executionMode === "auto" && account.isShared) found.push(new AppError("automation-own-key"));
  if (!isPaid) found.push(...(await refuseMany(deps, userId, null)));
  const plan = await planTrade(deps, account, wishOf(read, starting));
  return {
    ...plan,
    // What a start binds is nothing: that somebody has too little shows when it trades.
    refusals: [...found, ...plan.refusals],
    read,
    costs,
    tested: tested ?? [],
    feeRules: await feeRulesNow(runtime),
    perTrade: read && (await perTradeOf(deps, read, await reach(network.feeBid()))),
  };
}

function wishOf(read: ReadTerms | null, { executionMode, isPaid }: Starting): Wish {
  if (!read) return impossible("automation", [], []);
  const { terms, budget } = read;
  const quote = assetOfKey(terms.quote);
  const assets = [quote, ...terms.bases.map(assetOfKey)];
  const spending: Spending = executionMode === "auto" ? { kind: "later", assets, to: null } : { kind: "stays" };
  return {
    kind: "automation",
    steps: [],
    gives: [],
    takes: [],
    through: assets,
    freed: NOTHING_FREED,
    reserves: 0,
    spending,
    charged: {
      operation: "automation",
      portions: isPaid ? [] : [{ asset: quote, amount: budget * BigInt(terms.bases.length) }],
    },
    refusals: [],
    against: () => [],
  };
}

/** What a trade of these terms may cost beside itself: as the operator's fees are, and ten times what the network asks for now. */
async function perTradeOf({ runtime }: PlanDeps, { terms, perTrade }: ReadTerms, feeBid: bigint): Promise<TradeAgreed> {
  const fee = operatorFee(await activeFees(runtime, "swap"), assetOfKey(terms.quote), perTrade);
  return {
    networkFee: formatAmount(mostFeeOf({ fee: feeBid * 2n })),
    operatorFees: fee ? [costOutput(fee)] : [],
  };
}

/** What stands against one more, as a transaction sees it, or outside of any. */
export async function refuseMany(
  { runtime }: Pick<PlanDeps, "runtime">,
  userId: number,
  session: ClientSession | null,
): Promise<AppError[]> {
  const held = { userId, status: { $in: [...LIVE] }, deleted: false };
  const count = await automationCollection(runtime.database).countDocuments(held, inSession(session));
  return count < MAX_AUTOMATIONS ? [] : [new AppError("automation-many", { most: MAX_AUTOMATIONS })];
}

export function isForOwnKeyAlone(account: AccountDocument, { executionMode }: AutomationWish): boolean {
  return executionMode === "auto" && account.isShared;
}
