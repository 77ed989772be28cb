import type { SQLOutputValue } from "node:sqlite";
import { bytesIn, integerIn, textIn } from "#server/embedded/stellar/sql.ts";
import type { Store } from "#server/embedded/stellar/store.ts";
import { toid } from "#server/embedded/stellar/toid.ts";
import type { HorizonContext } from "./context.ts";
import { pairPlaceAt } from "./cursors.ts";
import { link } from "./hal.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { splitAssetIn } from "./parameters.ts";
import { badRequest, notFound } from "./problem.ts";
import { address, assetText, formatAmount, timeText } from "./text.ts";

/** A trade as it was stored. */
export interface StoredTrade {
  readonly ledger: number;
  readonly order: number;
  readonly op: number;
  readonly number: number;
  readonly closedAt: number;
  readonly base: StoredSide;
  readonly counter: StoredSide;
  readonly baseIsSeller: boolean;
  readonly price: { readonly n: bigint; readonly d: bigint };
}

export interface StoredSide {
  readonly asset: string;
  readonly amount: bigint;
  readonly account: Uint8Array | null;
  readonly offerId: string | null;
  readonly poolId: string | null;
}

export interface TradeFilter {
  readonly account?: Uint8Array;
  readonly poolId?: string;
}

const KINDS: Readonly<Record<string, string>> = {
  orderbook: "base_pool IS NULL AND counter_pool IS NULL",
  liquidity_pool: "(base_pool IS NOT NULL OR counter_pool IS NOT NULL)",
};

export function listTrades(
  page: PageQuery,
  query: URLSearchParams,
  filter: TradeFilter,
  context: HorizonContext,
): ListRecord[] {
  const pair = pairIn(query);
  const where: string[] = [];
  const values: (string | number | Uint8Array)[] = [];
  const condition = (sql: string, ...given: typeof values) => {
    where.push(sql);
    values.push(...given);
  };
  const place = pairPlaceAt(page, context.view.history);
  const [compare, direction] = page.order === "asc" ? [">", "ASC"] : ["<", "DESC"];
  condition(`(ledger, ord, op, number) ${compare} (?, ?, ?, ?)`, place.ledger, place.order, place.op, place.number);
  if (pair) condition("base_asset = ? AND counter_asset = ?", pair.base, pair.counter);
  const offerId = query.get("offer_id") || undefined;
  const kind = query.get("trade_type") || "all";
  requireOneQuestion(pair, offerId, kind, filter);
  const { store } = context.view;
  if (pair && !(hasTraded(pair.base, store) && hasTraded(pair.counter, store))) throw notFound();
  if (offerId !== undefined) condition("(base_offer = ? OR counter_offer = ?)", offerId, offerId);
  if (kind !== "all") condition(KINDS[kind] ?? unknownKind());
  if (filter.account) condition("(base_account = ? OR counter_account = ?)", filter.account, filter.account);
  if (filter.poolId !== undefined) condition("(base_pool = ? OR counter_pool = ?)", filter.poolId, filter.poolId);
  const sql = `SELECT * FROM trades WHERE ${where.join(" AND ")}
    ORDER BY ledger ${direction}, ord ${direction}, op ${direction}, number ${direction} LIMIT ?`;
  return store
    .sql(sql)
    .all(...values, page.limit)
    .map((row) => tradeRow(row))
    .map((trade) => tradeResource(pair?.isTurned ? turned(trade) : trade, context));
}

/** Whether an asset has ever been traded; Horizon knows no others. */
export function hasTraded(asset: string, store: Store): boolean {
  // Steps from one base to the next by the index over pairs, which are few; all trades of a counter asset would be many.
  const sql = `
    WITH RECURSIVE bases(asset) AS (
      SELECT min(base_asset) FROM trades
      UNION ALL SELECT (SELECT min(base_asset) FROM trades WHERE base_asset > asset) FROM bases WHERE asset IS NOT NULL)
    SELECT 1 FROM bases WHERE asset = ?1
      OR EXISTS (SELECT 1 FROM trades WHERE base_asset = bases.asset AND counter_asset = ?1) LIMIT 1`;
  return store.sql(sql).get(asset) !== undefined;
}

function unknownKind(): never {
  throw badRequest("trade_type", "Trade type must be all, orderbook, or liquidity_pool");
}

/** Throws the problem with filters that do not go together. */
function requireOneQuestion(
  pair: Pair | undefined,
  offerId: string | undefined,
  kind: string,
  { poolId }: TradeFilter,
): void {
  if (offerId !== undefined && !/^\d{1,19}$/.test(offerId)) {
    throw badRequest("offer_id", "Offer ID must be an integer higher than 0");
  }
  if (pair && offerId !== undefined) {
    const reason = "this endpoint does not support filtering by both asset pair and offer id ";
    throw badRequest("base_asset_type,counter_asset_type,offer_id", reason);
  }
  if (pair && poolId !== undefined) {
    const reason = "this endpoint does not support filtering by both asset pair and liquidity pool id ";
    throw badRequest("base_asset_type,counter_asset_type,liquidity_pool_id", reason);
  }
  if (offerId !== undefined && kind === "liquidity_pool") {
    throw badRequest("trade_type", `trade_type ${kind} cannot be used with the offer_id filter`);
  }
  if (poolId !== undefined && kind === "orderbook") {
    throw badRequest("trade_type", `trade_type ${kind} cannot be used with the liquidity_pool_id filter`);
  }
}

export interface Pair {
  readonly base: string;
  readonly counter: string;
  /** Whether the question has the pair the other way round than it is stored. */
  readonly isTurned: boolean;
}

/** The pair a question names, in the order in which trades are stored. */
export function pairIn(query: URLSearchParams): Pair | undefined {
  const base = splitAssetIn("base_", query);
  const counter = splitAssetIn("counter_", query);
  if (!base && !counter) return undefined;
  if (!base || !counter) {
    const reason = "this endpoint supports asset pairs but only one asset supplied";
    throw badRequest("base_asset_type,counter_asset_type", reason);
  }
  const [left, right] = [assetText(base), assetText(counter)];
  const isStoredSo = left === "native" || (right !== "native" && left < right);
  return isStoredSo ? { base: left, counter: right, isTurned: false } : { base: right, counter: left, isTurned: true };
}

export function tradeRow(row: Record<string, SQLOutputValue>): StoredTrade {
  return {
    ledger: integerIn(row["ledger"]),
    order: integerIn(row["ord"]),
    op: integerIn(row["op"]),
    number: integerIn(row["number"]),
    closedAt: integerIn(row["closed_at"]),
    base: sideIn(row, "base"),
    counter: sideIn(row, "counter"),
    baseIsSeller: integerIn(row["base_is_seller"]) === 1,
    price: { n: BigInt(textIn(row["price_n"])), d: BigInt(textIn(row["price_d"])) },
  };
}

function sideIn(row: Record<string, SQLOutputValue>, side: "base" | "counter"): StoredSide {
  const [account, offer, pool] = [row[`${side}_account`], row[`${side}_offer`], row[`${side}_pool`]];
  return {
    asset: textIn(row[`${side}_asset`]),
    amount: BigInt(textIn(row[`${side}_amount`])),
    account: account === null ? null : bytesIn(account),
    offerId: offer === null ? null : textIn(offer),
    poolId: pool === null ? null : textIn(pool),
  };
}

/** The same trade with base and counter changed round. */
export function turned(trade: StoredTrade): StoredTrade {
  const { base, counter, price } = trade;
  return {
    ...trade,
    base: counter,
    counter: base,
    baseIsSeller: !trade.baseIsSeller,
    price: { n: price.d, d: price.n },
  };
}

function tradeResource(trade: StoredTrade, { origin }: HorizonContext): ListRecord {
  const operation = String(toid({ ledger: trade.ledger, order: trade.order, op: trade.op }));
  const pagingToken = `${operation}-${trade.number}`;
  const isPool = trade.base.poolId !== null || trade.counter.poolId !== null;
  const resource = {
    _links: {
      self: { href: "" },
      base: sideLink(trade.base, origin),
      counter: sideLink(trade.counter, origin),
      operation: link(origin, `/operations/${operation}`),
    },
    id: pagingToken,
    paging_token: pagingToken,
    ledger_close_time: timeText(trade.closedAt),
    trade_type: isPool ? "liquidity_pool" : "orderbook",
    ...(isPool && { liquidity_pool_fee_bp: 30 }),
    ...sideFields("base", trade.base),
    ...sideFields("counter", trade.counter),
    base_is_seller: trade.baseIsSeller,
    price: { n: String(trade.price.n), d: String(trade.price.d) },
  };
  return resource;
}

function sideLink({ account, poolId }: StoredSide, origin: string): object {
  if (poolId !== null) return link(origin, `/liquidity_pools/${poolId}`);
  return account ? link(origin, `/accounts/${address({ type: 0, ed25519: account })}`) : { href: "" };
}

function sideFields(name: "base" | "counter", side: StoredSide): object {
  const [code, issuer] = side.asset.split(":");
  const type = issuer === undefined ? "native" : (code ?? "").length <= 4 ? "credit_alphanum4" : "credit_alphanum12";
  return {
    ...(side.poolId !== null && { [`${name}_liquidity_pool_id`]: side.poolId }),
    ...(side.offerId !== null && { [`${name}_offer_id`]: side.offerId }),
    ...(side.account && { [`${name}_account`]: address({ type: 0, ed25519: side.account }) }),
    [`${name}_amount`]: formatAmount(side.amount),
    [`${name}_asset_type`]: type,
    ...(issuer !== undefined && { [`${name}_asset_code`]: code, [`${name}_asset_issuer`]: issuer }),
  };
}
