import { xdr } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import type { TransactionRow } from "#server/embedded/stellar/store.ts";
import { endOfLedger, placeOf, toid } from "#server/embedded/stellar/toid.ts";
import type { RpcContext } from "./context.ts";
import { base64, oldestLedger } from "./context.ts";
import { invalidParams } from "./errors.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const Format = v.optional(v.picklist(["", "base64"]));
const SendParams = v.object({ transaction: v.string(), xdrFormat: Format });
const GetParams = v.object({ hash: v.string(), xdrFormat: Format });
const LedgerNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Where a page of history starts, and how long it is. */
export const PageParams = v.object({
  startLedger: v.optional(LedgerNumber),
  pagination: v.optional(
    v.nullable(
      v.object({ cursor: v.optional(v.string()), limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) }),
    ),
  ),
  xdrFormat: Format,
});

export function sendTransaction(context: RpcContext, params: unknown): object {
  const parsed = v.safeParse(SendParams, params);
  if (!parsed.success) throw invalidParams("transaction must be a base64 envelope");
  let transaction: Transaction;
  try {
    transaction = context.network.read(Buffer.from(parsed.output.transaction, "base64"));
  } catch {
    throw invalidParams("invalid_xdr");
  }
  const answer = context.network.submit(transaction);
  const latest = context.latest();
  const common = {
    hash: transaction.hashHex,
    latestLedger: latest.seq,
    latestLedgerCloseTime: String(latest.closedAt),
  };
  switch (answer.status) {
    case "pending":
      return { status: "PENDING", ...common };
    case "duplicate":
      return { status: "DUPLICATE", ...common };
    case "try-again-later":
      return { status: "TRY_AGAIN_LATER", ...common };
    case "error":
      return {
        status: "ERROR",
        ...common,
        errorResultXdr: base64(xdr.TransactionResult.schema.encode(answer.result)),
      };
  }
}

export function getTransaction(context: RpcContext, params: unknown): object {
  const parsed = v.safeParse(GetParams, params);
  if (!parsed.success) throw invalidParams("hash must be a string");
  const { hash } = parsed.output;
  if (!/^[0-9a-f]{64}$/i.test(hash)) {
    throw invalidParams(`unexpected hash length (${hash.length}), should be 64`);
  }
  const latest = context.latest();
  const oldest = oldestLedger(context);
  const common = {
    latestLedger: latest.seq,
    latestLedgerCloseTime: String(latest.closedAt),
    oldestLedger: oldest.seq,
    oldestLedgerCloseTime: String(oldest.closedAt),
    txHash: hash.toLowerCase(),
  };
  const row = context.history.transaction(Buffer.from(hash, "hex"));
  if (!row || row.ledger > latest.seq || context.isHidden()) return { status: "NOT_FOUND", ...common };
  return { ...common, ...describe(row), createdAt: String(closeTime(context, row.ledger)) };
}

export function getTransactions(context: RpcContext, params: unknown): object {
  const page = readPage(context, params, (cursor) => placeOf(cursor));
  const latest = context.latest();
  const rows = context.history.transactionsAfter(page.after, page.limit).filter((row) => row.ledger <= latest.seq);
  const last = rows.at(-1);
  const end =
    last && rows.length === page.limit ? { ledger: last.ledger, order: last.order, op: 1 } : endOfLedger(latest.seq);
  const oldest = oldestLedger(context);
  return {
    transactions: rows.map((row) => ({
      ...describe(row),
      txHash: hex(row.hash),
      createdAt: closeTime(context, row.ledger),
    })),
    latestLedger: latest.seq,
    latestLedgerCloseTimestamp: latest.closedAt,
    oldestLedger: oldest.seq,
    oldestLedgerCloseTimestamp: oldest.closedAt,
    cursor: String(toid(end)),
  };
}

interface Page {
  readonly after: { readonly ledger: number; readonly order: number };
  readonly limit: number;
}

/** Checks a page request: either a start ledger or a cursor, and a limit within bounds. */
export function readPage(
  context: RpcContext,
  params: unknown,
  placeOfCursor: (cursor: bigint) => { readonly ledger: number; readonly order: number },
): Page {
  const parsed = v.safeParse(PageParams, params ?? {});
  if (!parsed.success) throw invalidParams("startLedger must be a ledger number, and pagination {cursor, limit}");
  const { startLedger, pagination } = parsed.output;
  const limit = pagination?.limit || DEFAULT_LIMIT;
  if (limit > MAX_LIMIT) throw invalidParams(`limit must not exceed ${MAX_LIMIT}`);
  const cursor = pagination?.cursor;
  if (cursor) {
    if (startLedger) throw invalidParams("startLedger and cursor cannot both be set");
    if (!/^\d{1,19}$/.test(cursor)) throw invalidParams(`cursor ${cursor} is invalid`);
    return { after: placeOfCursor(BigInt(cursor)), limit };
  }
  const { seq } = context.latest();
  if (startLedger === undefined || startLedger < 1 || startLedger > seq) {
    throw invalidParams(
      `start ledger must be between the oldest ledger: 1 and the latest ledger: ${seq} for this rpc instance`,
    );
  }
  return { after: { ledger: startLedger - 1, order: endOfLedger(0).order }, limit };
}

function closeTime({ history }: RpcContext, seq: number): number {
  return history.ledger(seq)?.closedAt ?? 0;
}

function describe(row: TransactionRow): object {
  return {
    status: row.successful ? "SUCCESS" : "FAILED",
    applicationOrder: row.order,
    feeBump: row.innerHash !== null,
    envelopeXdr: base64(row.envelope),
    resultXdr: base64(row.result),
    resultMetaXdr: base64(row.meta),
    ledger: row.ledger,
    events: { contractEventsXdr: [], transactionEventsXdr: [] },
  };
}
