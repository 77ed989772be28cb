import { worthAt } from "#schemas/values/price.ts";
import { amountText, mulDiv, type Rounding, parseAmount } from "#schemas/values/money.ts";
import type { KnownPrice } from "./store.ts";
import { type AssetName, isNative } from "#server/platform/network/assets.ts";

/**
 * What a payment is worth, as the limit of one payment counts it: in USD where a price is known, else in XLM, else by the last
 * price there was, and only where the asset never had one, in its own units.
 */
export interface Worth {
  readonly unit: "USD" | "XLM" | "own";
  /** In ten-millionths of the unit, rounded up. */
  readonly amount: bigint;
  /** When the price was last known that had to do for lack of a newer one; absent where it is of today. */
  readonly since?: Date;
}

/** A price that is older than this does only where there is no other. */
export const OLDEST_PRICE_MS = 24 * 60 * 60 * 1000;

/**
 * What `amount` stroops of an asset are worth. A market that sets no price for a moment changes nothing for a day: whoever can
 * empty a book must not thereby lift the limit.
 */
export function worthFor(asset: AssetName, amount: bigint, known: KnownPrice | null, now: Date): Worth {
  const since = new Date(now.getTime() - OLDEST_PRICE_MS);
  const usd = worthAt(amount, known?.usd?.price ?? null, "up");
  const xlm = isNative(asset) ? amount : worthAt(amount, known?.xlm?.price ?? null, "up");
  const [usdAt, xlmAt] = [known?.usd?.at ?? now, isNative(asset) ? now : (known?.xlm?.at ?? now)];
  if (usd !== null && usdAt >= since) return { unit: "USD", amount: usd };
  if (xlm !== null && xlmAt >= since) return { unit: "XLM", amount: xlm };
  if (usd !== null) return { unit: "USD", amount: usd, since: usdAt };
  return xlm === null ? { unit: "own", amount } : { unit: "XLM", amount: xlm, since: xlmAt };
}

/** A limit and what stands against it, as the refusal's sentence says them. */
export function limitWords(limit: string, { unit, amount, since }: Worth, assetCode: string): string {
  const by = since ? ` by its last known price, of ${since.toISOString().slice(0, 10)}` : "";
  const most = amountText(parseAmount(limit));
  switch (unit) {
    case "USD":
      return `${most} USD: it is worth ${amountText(toCents(amount))} USD${by}`;
    case "XLM":
      return assetCode === "XLM"
        ? `${most} XLM, which counts while no price in USD is known`
        : `${most} XLM, which counts while no price in USD is known: it is worth ${amountText(amount)} XLM${by}`;
    case "own":
      return `${most} ${assetCode}, which counts while no price of ${assetCode} is known`;
  }
}

/** An amount with what it is counted in, as a refusal's sentence says it. */
export function worthWords({ unit, amount }: Worth, assetCode: string, rounding: Rounding = "up"): string {
  return unit === "own"
    ? `${amountText(amount)} ${assetCode}`
    : `${amountText(unit === "USD" ? toCents(amount, rounding) : amount)} ${unit}`;
}

/** Up to whole cents, so that what is above a limit never reads as the limit itself. */
function toCents(amount: bigint, rounding: Rounding = "up"): bigint {
  return mulDiv(amount, 1n, 100_000n, rounding) * 100_000n;
}
