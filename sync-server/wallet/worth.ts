import { type AssetPrice, worthAt } from "#schemas/markets.ts";
import { formatAmountShort, mulDiv } from "#schemas/money.ts";
import { type AssetName, isNative } from "#server/platform/network/assets.ts";

/**
 * What a payment is worth, as the limit of one payment counts it: in USD where a price is known, else in XLM, and where nobody
 * knows what the asset is worth, in its own units.
 */
export interface Worth {
  readonly unit: "USD" | "XLM" | "own";
  /** In ten-millionths of the unit, rounded up. */
  readonly amount: bigint;
}

/** A price that is older than this says nothing of what something is worth today. */
const OLDEST_PRICE_MS = 24 * 60 * 60 * 1000;

/** What `amount` stroops of an asset are worth by its last price. */
export function worthFor(asset: AssetName, amount: bigint, price: AssetPrice | null, now: Date): Worth {
  const known = price && now.getTime() - Date.parse(price.at) <= OLDEST_PRICE_MS ? price : null;
  const usd = worthAt(amount, known?.usd ?? null, "up");
  if (usd !== null) return { unit: "USD", amount: usd };
  const xlm = isNative(asset) ? amount : worthAt(amount, known?.xlm ?? null, "up");
  return xlm === null ? { unit: "own", amount } : { unit: "XLM", amount: xlm };
}

/** A limit and what stands against it, as the refusal's sentence says them. */
export function limitWords(limit: string, { unit, amount }: Worth, assetCode: string): string {
  switch (unit) {
    case "USD":
      return `${limit} USD: it is worth ${formatAmountShort(toCents(amount))} USD`;
    case "XLM":
      return assetCode === "XLM"
        ? `${limit} XLM, which counts while no price in USD is known`
        : `${limit} XLM, which counts while no price in USD is known: it is worth ${formatAmountShort(amount)} XLM`;
    case "own":
      return `${limit} ${assetCode}, which counts while no price of ${assetCode} is known`;
  }
}

/** Up to whole cents, so that what is above a limit never reads as the limit itself. */
function toCents(amount: bigint): bigint {
  return mulDiv(amount, 1n, 100_000n, "up") * 100_000n;
}
