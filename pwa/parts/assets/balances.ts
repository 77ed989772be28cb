import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { parseAmount } from "#schemas/values/money.ts";

/** A balance as the device keeps it. */
export type Balance = LocalRow<"balances">;

/** What the network asks for one operation while it is not busy, in stroops. */
const BASE_FEE_STROOPS = 100n;

/** The most that can be sent of a balance; XLM also has to pay the fee. */
export function maxStroops(balance: Balance): bigint {
  const spendable = parseAmount(balance.spendable) - (balance.issuer === "" ? BASE_FEE_STROOPS : 0n);
  return spendable > 0n ? spendable : 0n;
}

/** XLM first, then by code. */
export function sortBalances(balances: readonly Balance[]): Balance[] {
  return [...balances].sort((left, right) => {
    if ((left.issuer === "") !== (right.issuer === "")) return left.issuer === "" ? -1 : 1;
    return left.assetCode.localeCompare(right.assetCode) || left.issuer.localeCompare(right.issuer);
  });
}
