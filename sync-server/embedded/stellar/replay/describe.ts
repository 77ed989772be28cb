import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryChangeWire, LedgerEntryWire, TransactionResultWire } from "@stellar/stellar-sdk/xdr";

/** Things of the ledger in words, for a person who looks for a difference. */
export function describeResult(result: TransactionResultWire): string {
  return JSON.stringify(xdr.TransactionResult.fromXdrObject(result).toJson());
}

export function describeEntry(entry: LedgerEntryWire): string {
  return JSON.stringify(xdr.LedgerEntry.fromXdrObject(entry).toJson());
}

export function describeChanges(changes: readonly LedgerEntryChangeWire[]): string {
  if (changes.length === 0) return "nothing";
  return changes.map((change) => JSON.stringify(xdr.LedgerEntryChange.fromXdrObject(change).toJson())).join("\n    ");
}
