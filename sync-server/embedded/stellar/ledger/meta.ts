import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryChangeWire, TransactionMetaWire } from "@stellar/stellar-sdk/xdr";
import type { Changes } from "./apply.ts";

/** Metadata in the form that networks of the given protocol emit: v4 from 23 on, v3 from 20 on, v2 before. */
export function encodeMeta({ before, operations }: Changes, protocol: number): Uint8Array {
  return xdr.TransactionMeta.schema.encode(metaOf(before, operations, protocol));
}

export function encodeChanges(changes: readonly LedgerEntryChangeWire[]): Uint8Array {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(changes.length);
  return Buffer.concat([count, ...changes.map((change) => xdr.LedgerEntryChange.schema.encode(change))]);
}

function metaOf(
  txChangesBefore: LedgerEntryChangeWire[],
  operations: LedgerEntryChangeWire[][],
  protocol: number,
): TransactionMetaWire {
  const ext = { v: 0 } as const;
  const plain = () => operations.map((changes) => ({ changes }));
  if (protocol < 20) return { v: 2, v2: { txChangesBefore, operations: plain(), txChangesAfter: [] } };
  if (protocol < 23) {
    return { v: 3, v3: { ext, txChangesBefore, operations: plain(), txChangesAfter: [], sorobanMeta: null } };
  }
  return {
    v: 4,
    v4: {
      ext,
      txChangesBefore,
      operations: operations.map((changes) => ({ ext, changes, events: [] })),
      txChangesAfter: [],
      sorobanMeta: null,
      events: [],
      diagnosticEvents: [],
    },
  };
}

/** Reads back what {@link encodeChanges} wrote. */
export function decodeChanges(bytes: Uint8Array): LedgerEntryChangeWire[] {
  return xdr.decodeStream(xdr.LedgerEntryChange, bytes.subarray(4)).map((change) => change.toXdrObject());
}
