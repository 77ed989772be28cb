import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryChangeWire } from "@stellar/stellar-sdk/xdr";
import { claimableIdOf, type LedgerClaimable, readClaimable } from "./claimables.ts";
import { type Holding, type HoldingKey, readHolding, readHoldingKey } from "./entries.ts";

/** What became of a holding: its state before (told for comparison), its new state, or its end. */
export type HoldingChange =
  | { readonly kind: "before"; readonly holding: Holding }
  | { readonly kind: "now"; readonly holding: Holding; readonly isNew: boolean }
  | { readonly kind: "gone"; readonly key: HoldingKey };

/** A claimable balance that an operation (from 0) set aside, or that it ended. */
export interface ClaimableChange {
  readonly kind: "made" | "ended";
  readonly operation: number;
  readonly balance: LedgerClaimable;
}

/** The holdings a transaction changed, in order: by its fee and sequence number, by each operation, and at its end. */
export interface TransactionChanges {
  readonly before: readonly HoldingChange[];
  readonly operations: readonly (readonly HoldingChange[])[];
  readonly after: readonly HoldingChange[];
  readonly claimables: readonly ClaimableChange[];
}

/** The entries that a transaction changed, as the ledger writes them: before its operations, by each of them, and after. */
export interface EntryChanges {
  readonly before: readonly LedgerEntryChangeWire[];
  readonly operations: readonly (readonly LedgerEntryChangeWire[])[];
  readonly after: readonly LedgerEntryChangeWire[];
}

/** Reads transaction metadata (base64 XDR) of any version. */
export function readEntryChanges(metaXdr: string): EntryChanges {
  const meta = xdr.TransactionMeta.schema.decode(Buffer.from(metaXdr, "base64"));
  switch (meta.v) {
    case 0:
      return entryChanges([], meta.operations, []);
    case 1:
      return entryChanges(meta.v1.txChanges, meta.v1.operations, []);
    case 2:
      return entryChanges(meta.v2.txChangesBefore, meta.v2.operations, meta.v2.txChangesAfter);
    case 3:
      return entryChanges(meta.v3.txChangesBefore, meta.v3.operations, meta.v3.txChangesAfter);
    case 4:
      return entryChanges(meta.v4.txChangesBefore, meta.v4.operations, meta.v4.txChangesAfter);
  }
}

function entryChanges(
  before: readonly LedgerEntryChangeWire[],
  operations: readonly { readonly changes: readonly LedgerEntryChangeWire[] }[],
  after: readonly LedgerEntryChangeWire[],
): EntryChanges {
  return { before, operations: operations.map(({ changes }) => changes), after };
}

/** Reads what a transaction did to holdings and claimable balances out of its metadata (base64 XDR). */
export function readChanges(metaXdr: string): TransactionChanges {
  const { before, operations, after } = readEntryChanges(metaXdr);
  return {
    before: before.flatMap(readChange),
    operations: operations.map((changes) => changes.flatMap(readChange)),
    after: after.flatMap(readChange),
    claimables: operations.flatMap((changes, index) => readClaimables(changes, index)),
  };
}

/** The ledger tells the state of what it removes right before it does. */
function readClaimables(changes: readonly LedgerEntryChangeWire[], operation: number): ClaimableChange[] {
  const before = new Map<string, LedgerClaimable>();
  const found: ClaimableChange[] = [];
  for (const change of changes) {
    if (change.type === 0 && change.created.data.type === 4) {
      found.push({ kind: "made", operation, balance: readClaimable(change.created.data.claimableBalance) });
    } else if (change.type === 3 && change.state.data.type === 4) {
      const balance = readClaimable(change.state.data.claimableBalance);
      before.set(balance.balanceId, balance);
    } else if (change.type === 2 && change.removed.type === 4) {
      const balance = before.get(claimableIdOf(change.removed.claimableBalance.balanceId));
      if (balance) found.push({ kind: "ended", operation, balance });
    }
  }
  return found;
}

function readChange(change: LedgerEntryChangeWire): HoldingChange[] {
  switch (change.type) {
    case 0:
      return now(readHolding(change.created.data), true);
    case 1:
      return now(readHolding(change.updated.data), false);
    case 2: {
      const key = readHoldingKey(change.removed);
      return key ? [{ kind: "gone", key }] : [];
    }
    case 3: {
      const holding = readHolding(change.state.data);
      return holding ? [{ kind: "before", holding }] : [];
    }
    case 4:
      return now(readHolding(change.restored.data), true);
  }
}

function now(holding: Holding | null, isNew: boolean): HoldingChange[] {
  return holding ? [{ kind: "now", holding, isNew }] : [];
}
