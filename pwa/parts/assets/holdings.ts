import type { LocalRow } from "#pwa/platform/db/row-schema.ts";
import { formatCount } from "#pwa/ui/format.ts";
import type { AssetPrice } from "#schemas/markets.ts";
import { mulDiv, parseAmount } from "#schemas/values/money.ts";
import { worthOf } from "./worth.ts";

export type Balance = LocalRow<"balances">;
type PriceOf = (assetCode: string, issuer: string) => AssetPrice | null;

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

/** All balances together. */
export interface Whole {
  readonly holdings: readonly Holding[];
  /** Of those whose price is known; null where none is. */
  readonly usd: bigint | null;
  readonly xlm: bigint | null;
  /** By how much today's holdings have moved within 24 hours, and in hundredths of a percent; null where that is not known. */
  readonly change: { readonly usd: bigint; readonly part: bigint } | null;
  /** Codes of what is held and has no price, and so is not counted. */
  readonly uncounted: readonly string[];
  /** The oldest ledger any balance is from; null where there is none. */
  readonly asOfLedger: number | null;
}

/** A whole in hundredths of a percent. */
export const WHOLE = 10_000n;

/** What balances are worth, each and together. */
export function wholeOf(balances: readonly Balance[], priceOf: PriceOf): Whole {
  const holdings = balances.map((row) => holdingOf(row, priceOf(row.assetCode, row.issuer)));
  const usd = sumOf(holdings.map((holding) => holding.usd));
  return {
    holdings,
    usd,
    xlm: sumOf(holdings.map((holding) => holding.xlm)),
    change: changeOf(holdings),
    uncounted: holdings
      .filter(({ row, usd: worth }) => usd !== null && worth === null && parseAmount(row.balance) > 0n)
      .map(({ row }) => row.assetCode),
    asOfLedger: balances.length === 0 ? null : Math.min(...balances.map((row) => row.asOfLedger)),
  };
}

/** The part of the whole in hundredths of a percent; null where it or the whole has no known worth. */
export function shareOf({ usd }: Holding, whole: Whole): bigint | null {
  if (usd === null || whole.usd === null || whole.usd === 0n) return null;
  return mulDiv(usd, WHOLE, whole.usd, "half-up");
}

/** Hundredths of a percent as text with two places, without a sign: "12.50%". */
export function percentText(part: bigint): string {
  const size = part < 0n ? -part : part;
  return `${formatCount(size / 100n)}.${(size % 100n).toString().padStart(2, "0")}%`;
}

/** Reads a percentage such as "-1.25" in hundredths. */
export function readPercent(text: string | null): bigint | null {
  return text !== null && /^-?\d+\.\d\d$/.test(text) ? BigInt(text.replace(".", "")) : null;
}

function holdingOf(row: Balance, price: AssetPrice | null): Holding {
  return {
    row,
    price: price?.usd ?? null,
    usd: parseAmount(row.balance) === 0n ? 0n : worthOf(row.balance, price, "usd"),
    // What is XLM needs no market to be worth itself.
    xlm: row.issuer === "" ? parseAmount(row.balance) : worthOf(row.balance, price, "xlm"),
    change: readPercent(price?.change24h ?? null),
  };
}

/** Null where there is nothing that has a worth. */
function sumOf(worths: readonly (bigint | null)[]): bigint | null {
  const known = worths.filter((worth) => worth !== null);
  return known.length === 0 ? null : known.reduce((sum, worth) => sum + worth, 0n);
}

function changeOf(holdings: readonly Holding[]): Whole["change"] {
  let before = 0n;
  let now = 0n;
  for (const { usd, change } of holdings) {
    // A price that has lost all of its worth within a day tells nothing of the day before.
    if (usd === null || change === null || change <= -WHOLE) continue;
    now += usd;
    before += mulDiv(usd, WHOLE, WHOLE + change, "half-up");
  }
  return before === 0n ? null : { usd: now - before, part: mulDiv(now - before, WHOLE, before, "half-up") };
}
