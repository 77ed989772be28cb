import { worthAt } from "#schemas/values/price.ts";
import type { ErrorFacts } from "#schemas/errors.ts";
import { formatAmountShort, mulDiv, type Rounding, parseAmount } from "#schemas/values/money.ts";
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

/** A limit and what stands against it, as the sentence of `limit-exceeded` says them. */
export function limitFacts(limit: string, worth: Worth, assetCode: string): ErrorFacts {
  const { unit, amount, since } = worth;
  return {
    counted: unit === "own" ? "own" : unit === "XLM" && assetCode === "XLM" ? "lumens" : countedBy(unit, since),
    limit: formatAmountShort(parseAmount(limit)),
    amount: formatAmountShort(unit === "USD" ? toCents(amount) : amount),
    since: since?.toISOString().slice(0, 10) ?? "",
    assetCode,
  };
}

function countedBy(unit: "USD" | "XLM", since: Date | undefined): string {
  if (since) return unit === "USD" ? "formerUsd" : "formerXlm";
  return unit === "USD" ? "usd" : "xlm";
}

/** An amount in what it is counted in, which {@link unitOf} names. */
export function countedAmount({ unit, amount }: Worth, rounding: Rounding = "up"): string {
  return formatAmountShort(unit === "USD" ? toCents(amount, rounding) : amount);
}

export function unitOf({ unit }: Worth, assetCode: string): string {
  return unit === "own" ? assetCode : unit;
}

/** Up to whole cents, so that what is above a limit never reads as the limit itself. */
function toCents(amount: bigint, rounding: Rounding = "up"): bigint {
  return mulDiv(amount, 1n, 100_000n, rounding) * 100_000n;
}
