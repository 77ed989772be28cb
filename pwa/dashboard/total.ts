import type { LocalRow } from "#pwa/platform/db/row-schema.ts";
import { addStroops, formatAmount, parseAmount } from "#schemas/money.ts";

export interface Total {
  /** XLM held, as a decimal text. */
  readonly xlm: string;
  /** Assets that are held but have no known price, and so are not counted. */
  readonly uncounted: readonly string[];
  /** The oldest ledger any balance is from; null where there is none. */
  readonly asOfLedger: number | null;
}

/** The total in XLM. Only XLM itself has a known value in XLM. */
export function totalOf(balances: readonly LocalRow<"balances">[]): Total {
  const native = balances.filter((row) => row.issuer === "");
  return {
    xlm: formatAmount(addStroops(...native.map((row) => parseAmount(row.balance)))),
    uncounted: balances.filter((row) => row.issuer !== "" && parseAmount(row.balance) > 0n).map((row) => row.assetCode),
    asOfLedger: balances.length === 0 ? null : Math.min(...balances.map((row) => row.asOfLedger)),
  };
}
