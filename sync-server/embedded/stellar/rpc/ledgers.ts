import { xdr } from "@stellar/stellar-sdk";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { LedgerRow } from "#server/embedded/stellar/store.ts";
import { ledgerMeta } from "./close-meta.ts";
import type { RpcContext } from "./context.ts";
import { base64, oldestLedger } from "./context.ts";
import { invalidParams } from "./errors.ts";
import { readPage } from "./transactions.ts";

export function getLedgers(context: RpcContext, params: unknown): object {
  const { history, last: latest } = context.view;
  const oldest = oldestLedger(context);
  const page = readPage(context, params, (cursor) => {
    if (cursor + 1n > BigInt(latest.seq) || cursor + 1n < BigInt(oldest.seq)) {
      throw invalidParams(
        `cursor ('${cursor}') must be between the oldest ledger: ${oldest.seq} and the latest ledger: ${latest.seq} for this rpc instance`,
      );
    }
    return { ledger: Number(cursor), order: 0 };
  });
  const rows = history.ledgers(page.after.ledger, "asc", page.limit);
  for (const [index, { seq }] of rows.entries()) {
    const expected = page.after.ledger + 1 + index;
    // Networks from before forgot their oldest empty ledgers.
    if (seq !== expected) throw invalidParams(`database does not contain metadata for ledger: ${expected}`);
  }
  return {
    ledgers: rows.map((row) => ({
      hash: hex(row.hash),
      sequence: row.seq,
      ledgerCloseTime: String(row.closedAt),
      ...(page.json ? asJson(row, context) : asXdr(row, context)),
    })),
    latestLedger: latest.seq,
    latestLedgerCloseTime: latest.closedAt,
    oldestLedger: oldest.seq,
    oldestLedgerCloseTime: oldest.closedAt,
    cursor: String(rows.at(-1)?.seq ?? page.after.ledger),
  };
}

function asXdr(row: LedgerRow, context: RpcContext): object {
  return {
    headerXdr: base64(historyEntry(row.hash, row.header)),
    metadataXdr: base64(xdr.LedgerCloseMeta.schema.encode(ledgerMeta(row, context))),
  };
}

/** The real RPC leaves the names of the other form in place, empty. */
function asJson(row: LedgerRow, context: RpcContext): object {
  return {
    headerXdr: "",
    headerJson: xdr.LedgerHeaderHistoryEntry.fromXdr(historyEntry(row.hash, row.header)).toJson(),
    metadataXdr: "",
    metadataJson: xdr.LedgerCloseMeta.fromXdrObject(ledgerMeta(row, context)).toJson(),
  };
}

/** A LedgerHeaderHistoryEntry: hash, header and an empty extension. */
function historyEntry(hash: Uint8Array, header: Uint8Array): Uint8Array {
  return Buffer.concat([hash, header, Buffer.alloc(4)]);
}
