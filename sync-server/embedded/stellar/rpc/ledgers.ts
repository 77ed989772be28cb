import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { ledgerMeta } from "./close-meta.ts";
import type { RpcContext } from "./context.ts";
import { base64, oldestLedger } from "./context.ts";
import { readPage } from "./transactions.ts";

export function getLedgers(context: RpcContext, params: unknown): object {
  const page = readPage(context, params, (cursor) => ({ ledger: Number(cursor), order: 0 }));
  const latest = context.latest();
  const oldest = oldestLedger(context);
  const rows = context.history.ledgers(page.after.ledger, "asc", page.limit).filter((row) => row.seq <= latest.seq);
  return {
    ledgers: rows.map((row) => ({
      hash: hex(row.hash),
      sequence: row.seq,
      ledgerCloseTime: String(row.closedAt),
      headerXdr: base64(historyEntry(row.hash, row.header)),
      metadataXdr: base64(ledgerMeta(row, context)),
    })),
    latestLedger: latest.seq,
    latestLedgerCloseTime: latest.closedAt,
    oldestLedger: oldest.seq,
    oldestLedgerCloseTime: oldest.closedAt,
    cursor: String(rows.at(-1)?.seq ?? page.after.ledger),
  };
}

/** A LedgerHeaderHistoryEntry: hash, header and an empty extension. */
function historyEntry(hash: Uint8Array, header: Uint8Array): Uint8Array {
  return Buffer.concat([hash, header, Buffer.alloc(4)]);
}
