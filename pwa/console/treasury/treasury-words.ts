import { t } from "@lingui/core/macro";
import type { HousePurpose } from "#schemas/overview.ts";
import type { HouseAsset, HouseBudget, TreasuryAccount } from "#schemas/treasury.ts";
import { parseAmount } from "#schemas/values/money.ts";

/** Days that are left and call for a person. */
export const FEW_DAYS = 7;

/** In the order in which they stand; a place in it, from one, is what an address calls an account. */
export const ACCOUNTS: readonly HousePurpose[] = [
  "treasury",
  "rewards",
  "fees",
  "sponsor",
  "suspense",
  "staking",
  "staking-rewards",
];

export function numberOf({ purpose }: Pick<TreasuryAccount, "purpose">): number {
  return ACCOUNTS.indexOf(purpose) + 1;
}

/** What an account is for, in one sentence. */
export function purposeText(purpose: HousePurpose): string {
  switch (purpose) {
    case "treasury":
      return t`It pays deposits out, opens channels, and keeps the other accounts going.`;
    case "rewards":
      return t`It pays rewards.`;
    case "fees":
      return t`It collects what operations cost their users.`;
    case "sponsor":
      return t`It carries the reserves of new accounts, and pays network fees for others.`;
    case "suspense":
      return t`It keeps what arrived and fits nobody, until it is paid on or returned.`;
    case "staking":
      return t`It holds what people have staked, and nothing else.`;
    case "staking-rewards":
      return t`It is the pool that pays the rewards of stakes.`;
  }
}

/** What of an asset is the house's own to move. */
export function ownOf({ spendable, owed }: Pick<HouseAsset, "spendable" | "owed">): bigint {
  const own = parseAmount(spendable) - parseAmount(owed);
  return own > 0n ? own : 0n;
}

/** Its XLM; undefined before it has an account on the network. */
export function xlmOf({ assets }: Pick<TreasuryAccount, "assets">): HouseAsset | undefined {
  return assets.find(({ issuer }) => issuer === "");
}

/** An asset of which a budget can be set; `former` is what is set of it. */
export interface BudgetedAsset {
  readonly key: string;
  readonly assetCode: string;
  readonly issuer: string;
  readonly former: string | null;
}

/** XLM, whatever else an account has, and what it has a budget of. */
export function budgetedAssets({
  assets,
  budgets,
}: Pick<TreasuryAccount, "assets" | "budgets">): readonly BudgetedAsset[] {
  const found = new Map<string, BudgetedAsset>();
  for (const { assetCode, issuer } of [{ assetCode: "XLM", issuer: "" }, ...assets, ...budgets]) {
    const key = `${assetCode}-${issuer}`;
    const set = budgets.find((each) => each.assetCode === assetCode && each.issuer === issuer);
    found.set(key, { key, assetCode, issuer, former: set?.daily ?? null });
  }
  return [...found.values()];
}

/** Whether a budget calls for a person. */
export function isNearlyUsed({ daily, used }: Pick<HouseBudget, "daily" | "used">): boolean {
  return parseAmount(used) * 10n >= parseAmount(daily) * 9n;
}
