import { xdr } from "@stellar/stellar-sdk";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { LedgerRow } from "#server/embedded/stellar/store.ts";
import { toid } from "#server/embedded/stellar/toid.ts";
import type { HorizonContext } from "./context.ts";
import { placeAt } from "./cursors.ts";
import { link, pagedLink } from "./hal.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { beforeHistory, notFound } from "./problem.ts";
import { base64, formatAmount, timeText } from "./text.ts";

export function oneLedger(seq: number, context: HorizonContext): ListRecord {
  if (seq < context.view.history.elder) throw beforeHistory();
  const row = context.view.history.ledger(seq);
  if (!row) throw notFound();
  return ledgerResource(row, context);
}

export function listLedgers(page: PageQuery, context: HorizonContext): ListRecord[] {
  const { ledger, order } = placeAt(page, context.view.history);
  // A cursor names the start of a ledger; one that names its end (as "now" does) lies past it.
  const from = page.order === "desc" && order > 0 ? ledger + 1 : ledger;
  return context.view.history.ledgers(from, page.order, page.limit).map((row) => ledgerResource(row, context));
}

function ledgerResource(row: LedgerRow, { origin }: HorizonContext): ListRecord {
  const header = xdr.LedgerHeader.schema.decode(row.header);
  const self = `/ledgers/${row.seq}`;
  const fields = {
    _links: {
      self: link(origin, self),
      transactions: pagedLink(origin, `${self}/transactions`),
      operations: pagedLink(origin, `${self}/operations`),
      payments: pagedLink(origin, `${self}/payments`),
      effects: pagedLink(origin, `${self}/effects`),
    },
    id: hex(row.hash),
    paging_token: String(toid({ ledger: row.seq, order: 0, op: 0 })),
    hash: hex(row.hash),
    ...(row.seq > 1 && { prev_hash: hex(header.previousLedgerHash) }),
    sequence: row.seq,
    successful_transaction_count: row.succeeded,
    failed_transaction_count: row.failed,
    operation_count: row.operations,
    tx_set_operation_count: row.setOperations,
    closed_at: timeText(row.closedAt),
    total_coins: formatAmount(header.totalCoins),
    fee_pool: formatAmount(header.feePool),
    base_fee_in_stroops: header.baseFee,
    base_reserve_in_stroops: header.baseReserve,
    max_tx_set_size: header.maxTxSetSize,
    protocol_version: header.ledgerVersion,
    header_xdr: base64(row.header),
  };
  return fields;
}
