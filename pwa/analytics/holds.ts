import { firstPoolShares } from "#schemas/values/exchange.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Whole } from "#pwa/parts/assets/whole.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { claimKeyOf, poolKeyOf } from "#pwa/parts/journal/asset-words.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";

/** What is held today in one position: an asset of the wallet, a share of a pool, or an asset set aside. */
export interface Hold {
  /** Stroops; of a share the root of the product of both amounts, as the entries count it. */
  readonly amount: bigint;
  /** In ten-millionths of a dollar; null where nobody knows. */
  readonly worth: bigint | null;
  readonly shares: string | null;
  readonly pair: readonly string[] | null;
}

export const NO_HOLD: Hold = { amount: 0n, worth: 0n, shares: null, pair: null };

/** Today's positions: together worth what the whole is. */
export function holdsOf(
  whole: Pick<Whole, "holdings" | "pools" | "claims"> & Partial<Pick<Whole, "staked">>,
): ReadonlyMap<string, Hold> {
  const holds = new Map<string, Hold>();
  for (const { row, usd } of whole.holdings)
    holds.set(assetKeyOf(row), { ...NO_HOLD, amount: parseAmount(row.balance), worth: usd });
  // What is staked is the same position: that it went into the vault is no entry.
  for (const { asset, stroops, usd } of whole.staked ?? []) {
    const former = holds.get(asset) ?? NO_HOLD;
    const worth = usd === null || former.worth === null ? null : former.worth + usd;
    holds.set(asset, { ...former, amount: former.amount + stroops, worth });
  }
  for (const { row, amounts, usd } of whole.pools) {
    const amount = amounts === null ? 0n : firstPoolShares(amounts.a, amounts.b);
    holds.set(poolKeyOf(row.uid), { amount, worth: usd, shares: row.shares, pair: [row.assetA, row.assetB] });
  }
  for (const { row, usd } of whole.claims) {
    const key = claimKeyOf(assetKeyOf(row));
    const former = holds.get(key) ?? NO_HOLD;
    const worth = usd === null || former.worth === null ? null : former.worth + usd;
    holds.set(key, { ...NO_HOLD, amount: former.amount + parseAmount(row.amount), worth });
  }
  return holds;
}

/** What was set aside and waits to be claimed, as what came when it was set aside; oldest first. */
export function claimEntriesOf(claims: Whole["claims"]): readonly Entry[] {
  return claims
    .map(({ row }): Entry => ({
      uid: row.uid,
      atMs: Date.parse(row.createdAt),
      asset: claimKeyOf(assetKeyOf(row)),
      kind: "moved",
      change: parseAmount(row.amount),
    }))
    .toSorted((left, right) => left.atMs - right.atMs);
}
