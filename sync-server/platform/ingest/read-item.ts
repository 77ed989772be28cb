import { addressOfChange } from "./fold.ts";
import { type HoldingChange, readChanges, type TransactionChanges } from "#server/platform/network/meta.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { readTransaction, type ReadTransaction } from "./movements.ts";

/** A transaction of a ledger, read. */
export interface ReadItem {
  readonly transaction: NetworkTransaction;
  readonly read: ReadTransaction;
  readonly changes: TransactionChanges;
}

/** One that could not be read: of a protocol newer than we are, or as nobody expected it. */
export interface Unreadable {
  readonly transaction: NetworkTransaction;
  readonly error: unknown;
}

export function readItem(transaction: NetworkTransaction, passphrase: string): ReadItem {
  const read = readTransaction(transaction, passphrase);
  return { transaction, read, changes: readChanges(transaction.metaXdr) };
}

/** The same of one that anybody may have sent: what is wrong with it must stay with it. */
export function tryToRead(transaction: NetworkTransaction, passphrase: string): ReadItem | Unreadable {
  try {
    return readItem(transaction, passphrase);
  } catch (error) {
    return { transaction, error };
  }
}

/** The accounts that a transaction is about. */
export function addressesOf(item: ReadItem): string[] {
  const { read, changes } = item;
  return [read.source, read.feePayer, ...allChanges(changes).map(addressOfChange), ...claimantsIn(item)];
}

export function allChanges({ before, operations, after }: TransactionChanges): HoldingChange[] {
  return [...before, ...operations.flat(), ...after];
}

/** The accounts (G...) that may claim, or could have claimed, what an item changed. */
function claimantsIn({ changes }: ReadItem): string[] {
  return changes.claimables.flatMap(({ balance }) => balance.claimants.map(({ address }) => address));
}
