import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { formatPercent } from "#pwa/ui/format.ts";
import type { AssetPrice } from "#schemas/markets.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { worthOf } from "./worth.ts";

export type Balance = LocalRow<"balances">;
export type PriceOf = (assetCode: string, issuer: string) => AssetPrice | null;

/** One balance and what it is worth now; worths in ten-millionths of a dollar or an XLM, null where nobody knows. */
export interface Holding {
  readonly row: Balance;
  /** Of one, in USD, as it was told. */
  readonly price: string | null;
  readonly usd: bigint | null;
  readonly xlm: bigint | null;
  /** In hundredths of a percent within 24 hours. */
  readonly change: bigint | null;
}

/** A whole in hundredths of a percent. */
export const WHOLE = 10_000n;

/** Hundredths of a percent as text with two places, without a sign: "12.50%". */
export function percentText(part: bigint): string {
  const size = part < 0n ? -part : part;
  return formatPercent(`${size / 100n}.${(size % 100n).toString().padStart(2, "0")}`);
}

/** Reads a percentage such as "-1.25" in hundredths. */
export function readPercent(text: string | null): bigint | null {
  return text !== null && /^-?\d+\.\d\d$/.test(text) ? BigInt(text.replace(".", "")) : null;
}

/** What one balance is worth. */
export function holdingOf(row: Balance, price: AssetPrice | null): Holding {
  return {
    row,
    price: price?.usd ?? null,
    usd: parseAmount(row.balance) === 0n ? 0n : worthOf(row.balance, price, "usd"),
    // What is XLM needs no market to be worth itself.
    xlm: row.issuer === "" ? parseAmount(row.balance) : worthOf(row.balance, price, "xlm"),
    change: readPercent(price?.change24h ?? null),
  };
}
