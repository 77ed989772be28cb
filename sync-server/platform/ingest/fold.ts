import { type AssetName, isSameAsset } from "#server/platform/network/assets.ts";
import type { Holding, HoldingKey, LedgerAccount, LedgerLine } from "#server/platform/network/entries.ts";
import type { HoldingChange } from "#server/platform/network/meta.ts";
import { isShared } from "#server/platform/network/signing.ts";
import { type AccountState, NO_ACCOUNT, type StoredLine } from "./account.ts";

/** The address that a change is about. */
export function addressOfChange(change: HoldingChange): string {
  return change.kind === "gone" ? change.key.address : addressOfHolding(change.holding);
}

function addressOfHolding(holding: Holding): string {
  return holding.kind === "account" ? holding.account.address : holding.line.address;
}

/** The account after a change of `ledger`. A change older than what the account already shows alters nothing. */
export function foldChange(state: AccountState, change: HoldingChange, ledger: number): AccountState {
  if (change.kind === "before" || ledger < state.asOfLedger) return state;
  if (change.kind === "gone") return withoutHolding(state, change.key, ledger);
  return change.holding.kind === "account"
    ? withAccount(state, change.holding.account, ledger)
    : withLine(state, change.holding.line, ledger);
}

export function withAccount(state: AccountState, account: LedgerAccount, ledger: number): AccountState {
  return {
    ...state,
    exists: true,
    balance: String(account.balance),
    selling: String(account.selling),
    buying: String(account.buying),
    reserves: account.reserves,
    isShared: isShared(account.signing),
    asOfLedger: ledger,
  };
}

export function withLine(state: AccountState, line: LedgerLine, ledger: number): AccountState {
  const stored = storedLine(line);
  const isKnown = state.lines.some((held) => isSameAsset(held, line));
  const lines = isKnown
    ? state.lines.map((held) => (isSameAsset(held, line) ? stored : held))
    : [...state.lines, stored];
  return { ...state, lines, asOfLedger: ledger };
}

function withoutHolding(state: AccountState, { asset }: HoldingKey, ledger: number): AccountState {
  if (asset === null) return { ...NO_ACCOUNT, asOfLedger: ledger };
  return { ...state, lines: withoutLine(state.lines, asset), asOfLedger: ledger };
}

function withoutLine(lines: readonly StoredLine[], asset: AssetName): StoredLine[] {
  return lines.filter((line) => !isSameAsset(line, asset));
}

function storedLine(line: LedgerLine): StoredLine {
  return {
    assetCode: line.assetCode,
    issuer: line.issuer,
    balance: String(line.balance),
    limit: String(line.limit),
    selling: String(line.selling),
    buying: String(line.buying),
    isAuthorized: line.isAuthorized,
  };
}
