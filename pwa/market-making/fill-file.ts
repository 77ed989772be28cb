import { csvLine } from "#pwa/parts/files/csv-line.ts";
import type { MarketTrade } from "./use-market-pools.ts";

const COLUMNS = [
  "time",
  "side",
  "base",
  "quote",
  "amount",
  "price",
  "total",
  "reference",
  "taker",
  "filled_by",
  "wallet",
  "hash",
] as const;

/** CSV (RFC 4180) of fills: CRLF line ends, times in UTC, amounts and prices as the ledger has them. Programs read it in any language. */
export function fillsCsv(fills: readonly MarketTrade[]): string {
  return [csvLine(COLUMNS), ...fills.map((fill) => csvLine(cellsOf(fill)))].join("");
}

function cellsOf(fill: MarketTrade): readonly string[] {
  const { timestamp, type, base, quote, amount, price, total, reference, isTaker, filledBy, walletAddress, hash } =
    fill;
  return [
    timestamp,
    type,
    base,
    quote,
    amount,
    price,
    total,
    reference ?? "",
    isTaker ? "yes" : "no",
    filledBy,
    walletAddress,
    hash,
  ];
}
