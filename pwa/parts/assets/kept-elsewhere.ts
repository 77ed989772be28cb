import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { codeOf, issuerOf } from "#pwa/parts/market-data/pair.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { AssetPrice } from "#schemas/markets.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { PriceOf } from "./holdings.ts";
import { worthOf } from "./worth.ts";

export type StakedRow = Pick<LocalRow<"user_stakes">, "assetCode" | "issuer" | "left" | "status">;
export type MarketPoolRow = Pick<
  LocalRow<"liquidity_pools">,
  "status" | "baseBalance" | "quoteBalance" | "xlmAside"
> & { readonly terms: Pick<LocalRow<"liquidity_pools">["terms"], "base" | "quote"> };

/** What is in one stake, or in a market-making pool of one asset. */
export interface StakedWorth {
  readonly asset: string;
  readonly stroops: bigint;
  readonly usd: bigint | null;
  readonly xlm: bigint | null;
}

/** What of a stake is still one's own; what came back is counted where it is now. */
export function stakedWorths(row: StakedRow, priceOf: PriceOf): readonly StakedWorth[] {
  if (row.status !== "active" && row.status !== "withdrawing") return [];
  return [worthIn(assetKeyOf(row), row.left, priceOf(row.assetCode, row.issuer))];
}

/** What a pool's wallets hold: nothing before a ledger has them, and nothing once all went back. */
export function marketWorths(row: MarketPoolRow, priceOf: PriceOf): readonly StakedWorth[] {
  const { terms, status, baseBalance, quoteBalance, xlmAside } = row;
  if (status === "opening" || status === "failed" || status === "closed") return [];
  const held = [
    [terms.base, baseBalance],
    [terms.quote, quoteBalance],
    [NATIVE_CODE, xlmAside],
  ] as const;
  return held.map(([asset, amount]) => worthIn(asset, amount, priceIn(asset, priceOf)));
}

function worthIn(asset: string, amount: string, price: AssetPrice | null): StakedWorth {
  const stroops = parseAmount(amount);
  const xlm = issuerOf(asset) === "" ? stroops : worthOf(amount, price, "xlm");
  return { asset, stroops, usd: worthOf(amount, price, "usd"), xlm };
}

export function priceIn(asset: string, priceOf: PriceOf): AssetPrice | null {
  return priceOf(codeOf(asset), issuerOf(asset));
}
