import type { ClientSession } from "mongodb";
import type { AwaitsApproval, ContentOf } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import type { HouseBudget, HouseBudgetInput, HouseBudgetSetting, HouseBudgetsOutput } from "#schemas/treasury.ts";
import { amountText, formatAmount, parseAmount } from "#schemas/values/money.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import { type DailyBudget, type HousePurpose, houseRow, writeBudgets } from "#server/platform/house/accounts.ts";
import { usedBudgets } from "#server/platform/house/daily-budgets.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { TreasuryDeps } from "./deps.ts";

type Content = ContentOf<"set-house-budget">;

/**
 * Sets how much of an asset may be paid out of an account within 24 hours. Throws `wallet-not-ready`, `house-asset-unknown`,
 * `house-budget-changed` where it is set otherwise than who sets it has seen, `proposal-open`, `operator-frozen`.
 */
export async function setBudget(
  { runtime }: Pick<TreasuryDeps, "runtime">,
  approvals: Approvals,
  operatorId: number,
  { reason, ...setting }: HouseBudgetInput,
): Promise<HouseBudgetsOutput | AwaitsApproval> {
  const { purpose } = setting;
  const house = await houseRow(runtime.database, purpose, null);
  if (!house) throw new AppError("wallet-not-ready");
  const former = dailyOf(house.budgets, setting);
  if (former !== stroopsOf(setting.former)) throw new AppError("house-budget-changed");
  if (former === null) await refuseUnheld(runtime, house.address, setting);
  const content = { kind: "set-house-budget", ...setting } as const;
  const proposal = await approvals.decide({ content, operatorId, reason });
  return proposal ? { proposal } : { budgets: await toldBudgets(runtime, purpose) };
}

/** What an account may pay out in a day: one operator sets less, and two set more or no limit. */
export function budgetAct(runtime: Runtime, kick: () => void): Act<Content> {
  const { database } = runtime;
  return {
    subject: ({ purpose, ...asset }) => `budget of ${purpose} in ${assetKey(asset)}`,
    about: () => Promise.resolve([]),
    says: (content) => `${wordsOf(content)}.`,
    whySecond: async ({ purpose, daily, ...asset }, _operatorId, session) => {
      const former = dailyOf((await houseRow(database, purpose, session))?.budgets, asset);
      const [before, after] = [former, stroopsOf(daily)];
      return before !== null && (after === null || after > before) ? "More of it could be paid out in a day." : null;
    },
    prepare: (content) =>
      Promise.resolve(async (session, by) => {
        const { purpose, assetCode, issuer, daily, former } = content;
        const what = { account: purpose, assetCode, issuer };
        const change = { before: { ...what, daily: former }, after: { ...what, daily } };
        const details = wordsOf(content);
        await noteAct(runtime, session, by, { action: "set-house-budget", userId: null, details, change });
        await writeSetting(runtime, session, content);
      }),
    afterwards: kick,
  };
}

/** The budgets of an account as operators see them. */
export async function toldBudgets(
  runtime: Pick<Runtime, "database" | "clock">,
  purpose: HousePurpose,
): Promise<HouseBudget[]> {
  const budgets = await usedBudgets(runtime, purpose);
  return budgets.map(({ daily, used, ...asset }) => ({
    ...asset,
    daily: formatAmount(daily),
    used: formatAmount(used),
  }));
}

/** Throws `proposal-outdated` where it is set otherwise by now. */
async function writeSetting({ database }: Runtime, session: ClientSession, content: Content): Promise<void> {
  const { purpose, assetCode, issuer } = content;
  const house = await houseRow(database, purpose, session);
  if (!house) throw new AppError("wallet-not-ready");
  if (dailyOf(house.budgets, content) !== stroopsOf(content.former)) throw new AppError("proposal-outdated");
  // What is being paid out of it at this moment conflicts with this, and is run again by what is set now.
  await takeAccount(database, session, house.address);
  const others = (house.budgets ?? []).filter((each) => assetKey(each) !== assetKey(content));
  const daily = stroopsOf(content.daily);
  const own: readonly DailyBudget[] = daily === null ? [] : [{ assetCode, issuer, daily: String(daily) }];
  await writeBudgets(database, session, house, [...others, ...own]);
}

/** Of an asset that an account does not hold nothing can be paid; there is no end of such assets. */
async function refuseUnheld({ database }: Runtime, address: string, { assetCode, issuer }: AssetName): Promise<void> {
  if (assetKey({ assetCode, issuer }) === assetKey(NATIVE)) return;
  const account = await accountCollection(database).findOne({ _id: address });
  if (!account || !lineOf(account, { assetCode, issuer })) throw new AppError("house-asset-unknown", { assetCode });
}

function dailyOf(budgets: readonly DailyBudget[] | undefined, asset: AssetName): bigint | null {
  const budget = budgets?.find((each) => assetKey(each) === assetKey(asset));
  return budget ? BigInt(budget.daily) : null;
}

function stroopsOf(amount: string | null): bigint | null {
  return amount === null ? null : parseAmount(amount);
}

function wordsOf({ purpose, assetCode, issuer, daily }: HouseBudgetSetting): string {
  const asset = assetKey({ assetCode, issuer });
  const most = stroopsOf(daily);
  return most === null
    ? `Any amount of ${asset} may be paid out of the house's account ${purpose}`
    : `At most ${amountText(most)} ${asset} may be paid out of the house's account ${purpose} within 24 hours`;
}
