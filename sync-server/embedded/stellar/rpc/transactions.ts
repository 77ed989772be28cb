import { xdr } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import type { TransactionRow } from "#server/embedded/stellar/store.ts";
import { endOfLedger, placeOf, toid } from "#server/embedded/stellar/toid.ts";
import type { RpcContext } from "./context.ts";
import { base64, oldestLedger } from "./context.ts";
import { invalidParams, invalidRequest } from "./errors.ts";
import type { RpcError } from "./errors.ts";
import { Format } from "./format.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
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
  if (!parsed.success) throw badShape(parsed.issues, "transaction must be a base64 envelope");
  let transaction: Transaction;
  try {
    transaction = context.network.read(Buffer.from(parsed.output.transaction, "base64"));
  } catch {
    throw invalidParams("invalid_xdr");
  }
  const answer = context.network.submit(transaction);
  const latest = context.view.last;
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
  if (!parsed.success) throw badShape(parsed.issues, "hash must be a string");
  const { hash } = parsed.output;
  if (Math.floor(hash.length / 2) !== 32) throw invalidParams(`unexpected hash length (${hash.length})`);
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw invalidParams("incorrect hash: it must be in hexadecimal");
  const { history, last: latest } = context.view;
  const oldest = oldestLedger(context);
  const common = {
    latestLedger: latest.seq,
    latestLedgerCloseTime: String(latest.closedAt),
    oldestLedger: oldest.seq,
    oldestLedgerCloseTime: String(oldest.closedAt),
    txHash: hash,
  };
  const row = history.transaction(Buffer.from(hash, "hex"));
  if (!row || row.ledger < oldest.seq || context.isHidden()) return { status: "NOT_FOUND", ...common, ...NOTHING };
  return { ...common, ...describe(row), createdAt: String(closeTime(context, row.ledger)) };
}

/** What the real RPC says of a transaction that it does not find. */
const NOTHING = { applicationOrder: 0, feeBump: false, events: {}, ledger: 0, createdAt: "0" } as const;

export function getTransactions(context: RpcContext, params: unknown): object {
  const oldest = oldestLedger(context);
  const page = readPage(context, params, (cursor) => {
    const place = placeOf(cursor);
    // It is read from the cursor's own ledger on.
    if (place.ledger < oldest.seq && oldest.seq > 1)
      throw invalidParams(`database does not contain metadata for ledger: ${place.ledger}`);
    return place;
  });
  const { history, last: latest } = context.view;
  const rows = history.transactionsAfter(page.after, page.limit);
  const last = rows.at(-1);
  const isFull = last !== undefined && rows.length === page.limit;
  // With nothing left to tell, the cursor stands at the last transaction of the newest ledger.
  const end = isFull ? last : { ledger: latest.seq, order: latest.succeeded + latest.failed };
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
    cursor: String(toid({ ledger: end.ledger, order: end.order, op: 1 })),
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
  if (!parsed.success) {
    throw badShape(parsed.issues, "startLedger must be a ledger number, and pagination {cursor, limit}");
  }
  const { startLedger, pagination } = parsed.output;
  const limit = pagination?.limit || DEFAULT_LIMIT;
  const cursor = pagination?.cursor;
  if (cursor) {
    if (startLedger) throw invalidRequest(`startLedger (${startLedger}) and cursor (${cursor}) cannot both be set`);
    if (limit > MAX_LIMIT) throw invalidRequest(`limit must not exceed ${MAX_LIMIT}`);
    if (!/^\d{1,19}$/.test(cursor)) throw invalidParams(`cursor ${cursor} is invalid`);
    return { after: placeOfCursor(BigInt(cursor)), limit };
  }
  const { seq } = context.view.last;
  const oldest = oldestLedger(context).seq;
  if (startLedger === undefined || startLedger < oldest || startLedger > seq) {
    throw invalidRequest(
      `start ledger (${startLedger ?? 0}) must be between the oldest ledger: ${oldest} and the latest ledger: ${seq} for this rpc instance`,
    );
  }
  if (limit > MAX_LIMIT) throw invalidRequest(`limit must not exceed ${MAX_LIMIT}`);
  return { after: { ledger: startLedger - 1, order: endOfLedger(0).order }, limit };
}

/** A wrong parameter: `sentence`, or what the parameter itself says of it. */
function badShape(issues: readonly v.BaseIssue<unknown>[], sentence: string): RpcError {
  const own = issues.find((issue) => issue.message.startsWith("xdrFormat"));
  return invalidParams(own?.message ?? sentence);
}

function closeTime({ view }: RpcContext, seq: number): number {
  return view.history.ledger(seq)?.closedAt ?? 0;
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
