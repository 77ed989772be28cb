import type { AssetWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { addToAccount, availableBalance } from "#server/embedded/stellar/ledger/accounts.ts";
import { addToLine, isLineAuthorized, loadLine } from "#server/embedded/stellar/ledger/lines.ts";
import { mustLoad } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";

export type Credit = "ok" | "no-trust" | "not-authorized" | "line-full";
export type Debit = "ok" | "no-trust" | "not-authorized" | "underfunded";

/** Adds to what an existing account holds of an asset. */
export function credit(state: LedgerState, account: PublicKeyWire, asset: AssetWire, amount: bigint): Credit {
  if (asset.type === 0) return addToAccount(state.header, mustLoad(state, account), amount) ? "ok" : "line-full";
  const line = loadLine(state, account, asset);
  if (!line) return "no-trust";
  if (!isLineAuthorized(line)) return "not-authorized";
  return addToLine(line, amount) ? "ok" : "line-full";
}

/** Takes from what an existing account holds of an asset. */
export function debit(state: LedgerState, account: PublicKeyWire, asset: AssetWire, amount: bigint): Debit {
  if (asset.type === 0) {
    const entry = mustLoad(state, account);
    if (amount > availableBalance(state.header, entry)) return "underfunded";
    return addToAccount(state.header, entry, -amount) ? "ok" : "underfunded";
  }
  const line = loadLine(state, account, asset);
  if (!line) return "no-trust";
  if (!isLineAuthorized(line)) return "not-authorized";
  return addToLine(line, -amount) ? "ok" : "underfunded";
}
