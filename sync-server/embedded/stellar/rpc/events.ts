import { StrKey, xdr } from "@stellar/stellar-sdk";
import type { ContractEventWire } from "@stellar/stellar-sdk/xdr";
import * as v from "valibot";
import { decodeRow, eventsOf } from "#server/embedded/stellar/events/transaction-events.ts";
import { timeText } from "#server/embedded/stellar/horizon/text.ts";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { LedgerRow, TransactionRow } from "#server/embedded/stellar/store.ts";
import type { RpcContext } from "./context.ts";
import { base64, oldestLedger } from "./context.ts";
import { invalidParams, invalidRequest, unreadableParams } from "./errors.ts";
import { compareEvents, endOfEvents, eventId, readEventId } from "./event-cursor.ts";
import type { EventPlace } from "./event-cursor.ts";
import { EventFilter, readFilters } from "./event-filters.ts";
import type { EventTest } from "./event-filters.ts";
import { Format, wantsJson } from "./format.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;
/** How far one call looks, at most. */
const LEDGERS_SCANNED = 10_000;
/** After so many transactions a call ends at its ledger, as events are worked out while it waits. */
const TRANSACTIONS_SCANNED = 10_000;
const LEDGERS_AT_ONCE = 200;

const Uint32 = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295)), 0);
const Pagination = v.object({ cursor: v.optional(v.nullable(v.string())), limit: Uint32 });
const Params = v.object({
  startLedger: Uint32,
  endLedger: Uint32,
  filters: v.optional(v.nullable(v.array(EventFilter)), []),
  pagination: v.optional(v.nullable(Pagination)),
  xdrFormat: Format,
});

interface FoundEvent {
  readonly place: EventPlace;
  readonly event: ContractEventWire;
  readonly row: TransactionRow;
}

interface Search {
  /** The first place to look at. */
  readonly start: EventPlace;
  /** The first ledger not to look at. */
  readonly end: number;
  readonly limit: number;
  readonly test: EventTest;
}

/** Events from a ledger or a cursor on, oldest first, as far as one call looks; the cursor is where the next begins. */
export function getEvents(context: RpcContext, params: unknown): object {
  const { last } = context.view;
  const oldest = oldestLedger(context);
  const { json, ...search } = readSearch(context, params);
  const { found, end } = find(context, search);
  const closedAt = new Map<number, string>();
  const timeOf = (ledger: number) => {
    const known = closedAt.get(ledger) ?? timeText(context.view.history.ledger(ledger)?.closedAt ?? 0);
    closedAt.set(ledger, known);
    return known;
  };
  const lastFound = found.length === search.limit ? found.at(-1) : undefined;
  return {
    events: found.map((each) => describe(each, timeOf(each.place.ledger), json)),
    cursor: lastFound ? eventId(lastFound.place) : endOfEvents(end - 1),
    latestLedger: last.seq,
    oldestLedger: oldest.seq,
    latestLedgerCloseTime: String(last.closedAt),
    oldestLedgerCloseTime: String(oldest.closedAt),
  };
}

/** Checks a request in the order in which the real RPC does. */
function readSearch(context: RpcContext, params: unknown): Search & { readonly json: boolean } {
  const parsed = v.safeParse(Params, params ?? {});
  if (!parsed.success)
    throw unreadableParams("getEvents takes {startLedger, endLedger, filters, pagination, xdrFormat}");
  const { startLedger, endLedger, filters, pagination, xdrFormat } = parsed.output;
  const cursor = typeof pagination?.cursor === "string" ? readEventId(pagination.cursor) : undefined;
  const json = wantsJson(xdrFormat);
  if (cursor && (startLedger !== 0 || endLedger !== 0))
    throw invalidParams("ledger ranges and cursor cannot both be set");
  if (!cursor && startLedger === 0) throw invalidParams("startLedger must be positive");
  const limit = pagination?.limit || DEFAULT_LIMIT;
  if (limit > MAX_LIMIT) throw invalidParams(`limit must not exceed ${MAX_LIMIT}`);
  const test = readFilters(filters ?? []);
  const start = cursor ? { ...cursor, event: cursor.event + 1 } : { ledger: startLedger, order: 0, op: 0, event: 0 };
  const [first, last] = [oldestLedger(context).seq, context.view.last.seq];
  if (start.ledger < first || start.ledger > last)
    throw invalidRequest(`startLedger must be within the ledger range: ${first} - ${last}`);
  const farthest = Math.min(last + 1, start.ledger + LEDGERS_SCANNED);
  return { start, end: endLedger === 0 ? farthest : Math.min(endLedger, farthest), limit, test, json };
}

/** What matches, and the ledger before which the search ended. */
function find(context: RpcContext, search: Search): { readonly found: readonly FoundEvent[]; readonly end: number } {
  const found: FoundEvent[] = [];
  let looked = 0;
  for (const ledger of ledgersOf(context, search)) {
    if (looked >= TRANSACTIONS_SCANNED) return { found, end: ledger.seq };
    looked += ledger.succeeded + ledger.failed;
    for (const each of eventsIn(context, ledger.seq)) {
      if (compareEvents(each.place, search.start) < 0 || !search.test(each.event)) continue;
      found.push(each);
      if (found.length === search.limit) return { found, end: search.end };
    }
  }
  return { found, end: search.end };
}

/** The ledgers to be searched that hold transactions. */
function* ledgersOf({ view: { history } }: RpcContext, { start, end }: Search): Generator<LedgerRow> {
  let after = start.ledger - 1;
  while (after + 1 < end) {
    const rows = history.ledgers(after, "asc", LEDGERS_AT_ONCE);
    for (const row of rows) {
      if (row.seq >= end) return;
      if (row.succeeded + row.failed > 0) yield row;
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

/** A ledger's events in order: all fees, then what each operation did. */
function eventsIn({ view: { history }, network }: RpcContext, ledger: number): FoundEvent[] {
  const fees: FoundEvent[] = [];
  const others: FoundEvent[] = [];
  for (const row of history.transactionsIn(ledger)) {
    const { transaction, operations } = eventsOf(decodeRow(row), network.assetContracts);
    for (const { event } of transaction)
      fees.push({ place: { ledger, order: 0, op: 0, event: fees.length }, event, row });
    for (const [op, events] of operations.entries()) {
      for (const [number, event] of events.entries())
        others.push({ place: { ledger, order: row.order, op, event: number }, event, row });
    }
  }
  return [...fees, ...others];
}

function describe({ place, event, row }: FoundEvent, ledgerClosedAt: string, json: boolean): object {
  const { topics, data } = event.body.v0;
  return {
    type: "contract",
    ledger: place.ledger,
    ledgerClosedAt,
    contractId: event.contractId ? StrKey.encodeContract(event.contractId) : "",
    id: eventId(place),
    operationIndex: place.op,
    transactionIndex: place.order,
    inSuccessfulContractCall: row.successful,
    txHash: hex(row.hash),
    ...(json
      ? {
          topicJson: topics.map((topic) => xdr.ScVal.fromXdrObject(topic).toJson()),
          valueJson: xdr.ScVal.fromXdrObject(data).toJson(),
        }
      : {
          topic: topics.map((topic) => base64(xdr.ScVal.schema.encode(topic))),
          value: base64(xdr.ScVal.schema.encode(data)),
        }),
  };
}
