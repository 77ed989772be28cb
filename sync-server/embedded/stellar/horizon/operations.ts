import type { LedgerEntryWire, PublicKeyWire, SignerKeyWire } from "@stellar/stellar-sdk/xdr";
import { hex, sameAccount } from "#server/embedded/stellar/ledger/keys.ts";
import type { TransactionRow } from "#server/embedded/stellar/store.ts";
import { type Place, placeOf } from "#server/embedded/stellar/toid.ts";
import type { HorizonContext } from "./context.ts";
import { placeAt } from "./cursors.ts";
import { link } from "./hal.ts";
import { operationDetails } from "./operation-details.ts";
import { type OperationRecord, operationsOf } from "./operation-record.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { badRequest, beforeHistory, notFound } from "./problem.ts";
import { address, muxedFields } from "./text.ts";
import { closeTimeText } from "./close-time.ts";
import { hashIn, transactionResource } from "./transaction-resource.ts";
import { findSigner } from "#server/embedded/stellar/ledger/signers.ts";
import { signerSponsor, sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";

/** Names of operation kinds, by their number. */
const TYPES = [
  "create_account",
  "payment",
  "path_payment_strict_receive",
  "manage_sell_offer",
  "create_passive_sell_offer",
  "set_options",
  "change_trust",
  "allow_trust",
  "account_merge",
  "inflation",
  "manage_data",
  "bump_sequence",
  "manage_buy_offer",
  "path_payment_strict_send",
  "create_claimable_balance",
  "claim_claimable_balance",
  "begin_sponsoring_future_reserves",
  "end_sponsoring_future_reserves",
  "revoke_sponsorship",
  "clawback",
  "clawback_claimable_balance",
  "set_trust_line_flags",
  "liquidity_pool_deposit",
  "liquidity_pool_withdraw",
  "invoke_host_function",
  "extend_footprint_ttl",
  "restore_footprint",
];

/** The kinds that move money from account to account. */
const PAYMENTS: ReadonlySet<number> = new Set([0, 1, 2, 8, 13]);
const BATCH = 200;

export interface OperationFilter {
  readonly account?: Uint8Array;
  readonly ledger?: number;
  /** Hex hash of a transaction. */
  readonly transaction?: string;
  readonly onlyPayments: boolean;
  readonly includeFailed: boolean;
  /** Whether to put the transaction into each record. */
  readonly joinTransactions: boolean;
}

export function oneOperation(id: string, join: boolean, context: HorizonContext): object {
  if (!/^\d{1,19}$/.test(id)) throw badRequest("id", "Operation ID must be an integer higher than 0");
  const { ledger, order, op } = placeOf(BigInt(id));
  if (ledger < context.view.history.elder) throw beforeHistory();
  const row = context.view.history.transactionAt(ledger, order);
  const record = row && operationsOf(row)[op - 1];
  if (!record) throw notFound();
  return operationResource(record, join, context);
}

export function listOperations(page: PageQuery, filter: OperationFilter, context: HorizonContext): ListRecord[] {
  const records: ListRecord[] = [];
  // Who asks for one transaction sees its operations, failed or not.
  const includeFailed = filter.includeFailed || filter.transaction !== undefined;
  for (const record of operationRecords(page, filter, context)) {
    if (filter.onlyPayments && !PAYMENTS.has(record.body.type)) continue;
    if (!record.row.successful && !includeFailed) continue;
    records.push(operationResource(record, filter.joinTransactions, context));
    if (records.length === page.limit) break;
  }
  return records;
}

/** Operations from a place on, in the page's order, as long as they are asked for. */
export function* operationRecords(
  page: PageQuery,
  filter: Pick<OperationFilter, "account" | "ledger" | "transaction" | "includeFailed">,
  context: HorizonContext,
  onlyNamed = true,
): Generator<OperationRecord> {
  const after = placeAt(page, context.view.history);
  const source = filter.transaction
    ? ofTransaction(filter.transaction, page, context)
    : filter.account
      ? ofAccount(filter.account, after, page, onlyNamed, context)
      : ofAll(after, page, filter, context);
  for (const record of source) {
    if (isPast(record.place, after, page.order)) yield record;
  }
}

function* ofTransaction(
  hash: string,
  page: PageQuery,
  { view: { history } }: HorizonContext,
): Generator<OperationRecord> {
  const row = history.transaction(hashIn(hash));
  if (!row) throw notFound();
  yield* inOrder(operationsOf(row), page);
}

function* ofAccount(
  account: Uint8Array,
  after: Place,
  page: PageQuery,
  onlyNamed: boolean,
  { view: { history } }: HorizonContext,
): Generator<OperationRecord> {
  const size = batchSize(page);
  let from = after;
  let known: { readonly row: TransactionRow; readonly records: readonly OperationRecord[] } | undefined;
  for (;;) {
    const places = history.operationPlaces(account, from, page.order, size, onlyNamed);
    for (const place of places) {
      if (known?.row.ledger !== place.ledger || known.row.order !== place.order) {
        const row = history.transactionAt(place.ledger, place.order);
        if (!row) throw new Error("transaction of an operation is missing");
        known = { row, records: operationsOf(row) };
      }
      const record = known.records[place.op - 1];
      if (record) yield record;
      from = place;
    }
    if (places.length < size) return;
  }
}

function* ofAll(
  after: Place,
  page: PageQuery,
  filter: Pick<OperationFilter, "ledger" | "includeFailed">,
  { view: { history } }: HorizonContext,
): Generator<OperationRecord> {
  // A place inside a transaction: that transaction has to be looked at again.
  let from = { ledger: after.ledger, order: after.order + (page.order === "asc" ? -1 : 1) };
  const size = batchSize(page);
  for (;;) {
    const rows = history.transactionsPage({ after: from, order: page.order, limit: size, ...filter });
    for (const row of rows) yield* inOrder(operationsOf(row), page);
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    from = { ledger: last.ledger, order: last.order };
  }
}

function batchSize({ limit }: PageQuery): number {
  return Math.min(BATCH, limit + 1);
}

function inOrder(records: OperationRecord[], page: PageQuery): OperationRecord[] {
  return page.order === "asc" ? records : records.toReversed();
}

function isPast(place: Place, after: Place, order: "asc" | "desc"): boolean {
  const difference = place.ledger - after.ledger || place.order - after.order || place.op - after.op;
  return order === "asc" ? difference > 0 : difference < 0;
}

function operationResource(record: OperationRecord, join: boolean, context: HorizonContext): ListRecord {
  const { origin, view } = context;
  const { id, row, body, source } = record;
  const hash = hex(row.hash);
  const sponsor = sponsorOfNew(record);
  const resource = {
    _links: {
      self: link(origin, `/operations/${id}`),
      transaction: link(origin, `/transactions/${hash}`),
      effects: link(origin, `/operations/${id}/effects`),
      succeeds: link(origin, `/effects?order=desc&cursor=${id}`),
      precedes: link(origin, `/effects?order=asc&cursor=${id}`),
    },
    id,
    paging_token: id,
    transaction_successful: row.successful,
    ...muxedFields("source_account", source),
    type: TYPES[body.type] ?? "unknown",
    type_i: body.type,
    created_at: closeTimeText(view, row.ledger),
    transaction_hash: hash,
    ...(join && { transaction: transactionResource(row, context) }),
    ...(sponsor !== undefined && { sponsor }),
    ...operationDetails(record),
  };
  return resource;
}

/** Who pays the reserve of what the operation has created, or of the signer it has set, where that is sponsored. */
function sponsorOfNew({ changes, body }: OperationRecord): string | undefined {
  const key = body.type === 5 ? body.setOptionsOp.signer?.key : undefined;
  for (const { before, after } of changes) {
    const sponsor = key ? signerSponsorIn(after, key) : before ? undefined : after && sponsorIn(after);
    const former = key && signerSponsorIn(before, key);
    if (sponsor && !(former && sameAccount(former, sponsor))) return address(sponsor);
  }
  return undefined;
}

function signerSponsorIn(entry: LedgerEntryWire | undefined, key: SignerKeyWire): PublicKeyWire | null {
  if (entry?.data.type !== 0) return null;
  const { found, index } = findSigner(entry.data.account, key);
  return found ? signerSponsor(entry.data.account, index) : null;
}
