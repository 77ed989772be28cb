import { xdr } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import { endOfLedger, placeOf, toid } from "#server/embedded/stellar/toid.ts";
import { describe } from "./transaction-record.ts";
import type { RpcContext } from "./context.ts";
import { base64, oldestLedger } from "./context.ts";
import { invalidParams, invalidRequest, unreadableParams } from "./errors.ts";
import { Format, wantsJson } from "./format.ts";

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
  if (!parsed.success) throw unreadableParams("transaction must be a base64 envelope");
  const json = wantsJson(parsed.output.xdrFormat);
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
        ...(json
          ? { errorResultJson: xdr.TransactionResult.fromXdrObject(answer.result).toJson() }
          : { errorResultXdr: base64(xdr.TransactionResult.schema.encode(answer.result)) }),
      };
  }
}

export function getTransaction(context: RpcContext, params: unknown): object {
  const parsed = v.safeParse(GetParams, params);
  if (!parsed.success) throw unreadableParams("hash must be a string");
  const { hash, xdrFormat } = parsed.output;
  const json = wantsJson(xdrFormat);
  if (Math.floor(hash.length / 2) !== 32) throw invalidParams(`unexpected hash length (${hash.length})`);
  const [strange] = /[^0-9a-f]/i.exec(hash) ?? [];
  if (strange !== undefined) throw invalidParams(`incorrect hash: encoding/hex: invalid byte: ${byteText(strange)}`);
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
  return { ...common, ...describe(row, context, json), createdAt: String(closeTime(context, row.ledger)) };
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
      ...describe(row, context, page.json),
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
  /** Whether XDR is to be written as JSON. */
  readonly json: boolean;
}

/** Checks a page request: either a start ledger or a cursor, and a limit within bounds. */
export function readPage(
  context: RpcContext,
  params: unknown,
  placeOfCursor: (cursor: bigint) => { readonly ledger: number; readonly order: number },
): Page {
  const parsed = v.safeParse(PageParams, params ?? {});
  if (!parsed.success) throw unreadableParams("startLedger must be a ledger number, and pagination {cursor, limit}");
  const { startLedger, pagination, xdrFormat } = parsed.output;
  const limit = pagination?.limit || DEFAULT_LIMIT;
  const cursor = pagination?.cursor;
  if (cursor) {
    if (startLedger) throw invalidRequest(`startLedger (${startLedger}) and cursor (${cursor}) cannot both be set`);
    if (limit > MAX_LIMIT) throw invalidRequest(`limit must not exceed ${MAX_LIMIT}`);
    if (!/^\d{1,19}$/.test(cursor)) throw invalidParams(`cursor ${cursor} is invalid`);
    const json = wantsJson(xdrFormat, invalidRequest);
    return { after: placeOfCursor(BigInt(cursor)), limit, json };
  }
  const { seq } = context.view.last;
  const oldest = oldestLedger(context).seq;
  if (startLedger === undefined || startLedger < oldest || startLedger > seq) {
    throw invalidRequest(
      `start ledger (${startLedger ?? 0}) must be between the oldest ledger: ${oldest} and the latest ledger: ${seq} for this rpc instance`,
    );
  }
  if (limit > MAX_LIMIT) throw invalidRequest(`limit must not exceed ${MAX_LIMIT}`);
  const json = wantsJson(xdrFormat, invalidRequest);
  return { after: { ledger: startLedger - 1, order: endOfLedger(0).order }, limit, json };
}

/** A character as the real RPC names one that is no digit of a hash. */
function byteText(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `U+${code} '${character}'`;
}

function closeTime({ view }: RpcContext, seq: number): number {
  return view.history.ledger(seq)?.closedAt ?? 0;
}
