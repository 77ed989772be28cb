import type { ClientSession } from "mongodb";
import { formatAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import {
  keysOf,
  type OwnedWrite,
  putReplicatedOf,
  type ReplicatedDocument,
  rowKey,
} from "#server/platform/db/replicated.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { LedgerPool } from "#server/platform/network/markets.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { isTradeStep, type PlacedAs } from "#server/platform/submissions/trade-steps.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import type { OrderDeed } from "#server/platform/ingest/movement-events.ts";
import { openDeeds } from "./order-deeds.ts";
import { fillOf, orderAfter, orderAtOnce, tradesOf, wasChangedByOthers } from "./order-changes.ts";
import {
  FILLS,
  orderCollection,
  ORDERS,
  POOL_SHARES,
  shareCollection,
  type ShareDocument,
  type StoredOrder,
} from "./order-rows.ts";
import { type OwnTrading, sellerOf, type TransactionTrading } from "#server/platform/ingest/own-trading.ts";

export interface TradingItem {
  readonly transaction: NetworkTransaction;
  readonly read: { readonly innerHash: string | null };
  readonly trading: TransactionTrading;
}

/** An order that others traded with, or the network removed, while it waited in the book. */
export interface ChangedOrder {
  readonly userId: number;
  readonly order: StoredOrder;
  readonly at: Date;
}

export interface FoldedOrders {
  readonly changed: readonly ChangedOrder[];
  readonly deeds: ReadonlyMap<string, OrderDeed>;
}

interface Seen {
  readonly item: TradingItem;
  /** The steps of ours that the transaction carries out; none where it is not ours. */
  readonly steps: readonly Step[];
}

/**
 * Keeps one's own orders, fills and shares of pools, as ledger entries and results tell of them, in the transaction that folds the
 * ledgers; a replay changes nothing. `accounts` are all of ours that the items touch. Answers with the orders that others changed,
 * and what each operation did to them, which the history tells.
 */
export async function foldOrders(
  database: Database,
  session: ClientSession,
  items: readonly TradingItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
): Promise<FoldedOrders> {
  const wallets = new Map([...accounts].filter(([, { role }]) => role === "wallet"));
  const own = items.filter(({ trading }) => trading.operations.length > 0);
  if (own.length === 0) return { changed: [], deeds: new Map() };
  const steps = await stepsOf(database, session, own);
  const seen = own.map((item): Seen => ({ item, steps: stepsFor(item, steps) }));
  await foldShares(database, session, seen, wallets);
  return new OrderFold(wallets, await knownOrders(database, session, seen, wallets)).run(database, session, seen);
}

/** What is worked out for the orders and fills of a part of the ledger. */
class OrderFold {
  readonly #wallets: ReadonlyMap<string, AccountDocument>;
  readonly #orders: Map<string, StoredOrder>;
  readonly #writes = new Map<string, OwnedWrite>();
  readonly #fills = new Map<string, OwnedWrite>();
  readonly #changed = new Map<string, ChangedOrder>();
  readonly #deeds = openDeeds();

  constructor(wallets: ReadonlyMap<string, AccountDocument>, orders: Map<string, StoredOrder>) {
    this.#wallets = wallets;
    this.#orders = orders;
  }

  async run(database: Database, session: ClientSession, seen: readonly Seen[]): Promise<FoldedOrders> {
    for (const { item, steps } of seen)
      for (const operation of item.trading.operations) this.#fold(operation, item, placedAsOf(steps[operation.index]));
    await putReplicatedOf(database, session, ORDERS, [...this.#writes.values()]);
    await putNew(database, session, [...this.#fills.values()]);
    return { changed: [...this.#changed.values()], deeds: this.#deeds.read() };
  }

  #fold(operation: OwnTrading, { transaction }: TradingItem, placedAs: PlacedAs | null): void {
    const orders = new Map<string, { readonly uid: string; readonly base: string }>();
    for (const change of operation.offers) {
      const owner = this.#wallets.get(change.seller);
      if (!owner) continue;
      const { userId } = owner;
      const former = this.#orders.get(rowKey({ userId, uid: change.offerId })) ?? null;
      const isKnown = former !== null && BigInt(former.lastOperation) >= BigInt(operation.operationId);
      const order = isKnown ? former : orderAfter(former, operation, change, placedAs, transaction);
      if (!order) continue;
      this.#deeds.add(operation, change, order);
      if (!isKnown) this.#put(userId, change.offerId, order);
      if (!isKnown && wasChangedByOthers(operation, change))
        this.#changed.set(rowKey({ userId, uid: change.offerId }), { userId, order, at: transaction.closedAt });
      for (const { id } of tradesOf(operation, change))
        orders.set(`${id} ${change.seller}`, { uid: change.offerId, base: order.base });
    }
    this.#foldAtOnce(operation, transaction, placedAs, orders);
    for (const trade of operation.trades) {
      for (const address of [trade.taker, sellerOf(trade.maker)]) {
        const owner = this.#wallets.get(address);
        if (!owner || (address === trade.taker && isPaymentToOthers(operation))) continue;
        const { userId } = owner;
        const fields = fillOf(trade, address, orders.get(`${trade.id} ${address}`) ?? null, transaction);
        this.#fills.set(rowKey({ userId, uid: trade.id }), { userId, uid: trade.id, fields });
      }
    }
  }

  /** An order of which nothing came into the book is a row of its own. */
  #foldAtOnce(
    operation: OwnTrading,
    transaction: NetworkTransaction,
    placedAs: PlacedAs | null,
    orders: Map<string, { readonly uid: string; readonly base: string }>,
  ): void {
    const owner = this.#wallets.get(operation.source);
    const order = owner && orderAtOnce(operation, placedAs, transaction);
    if (!owner || !order) return;
    const uid = `op-${operation.operationId}`;
    this.#deeds.addAtOnce(operation, uid, order);
    if (!this.#orders.has(rowKey({ userId: owner.userId, uid }))) this.#put(owner.userId, uid, order);
    for (const { id, taker } of operation.trades)
      if (taker === operation.source) orders.set(`${id} ${taker}`, { uid, base: order.base });
  }

  #put(userId: number, uid: string, order: StoredOrder): void {
    this.#orders.set(rowKey({ userId, uid }), order);
    this.#writes.set(rowKey({ userId, uid }), { userId, uid, fields: { ...order } });
  }
}

/** Whoever pays others through the market gives one asset, and never has the other. */
function isPaymentToOthers({ asked, source }: OwnTrading): boolean {
  return asked?.type === "path" && asked.destination !== source;
}

function placedAsOf(step: Step | undefined): PlacedAs | null {
  return step && isTradeStep(step) && "placedAs" in step ? (step.placedAs ?? null) : null;
}

/** What we asked for, by the hashes by which a ledger may hold it. */
async function stepsOf(
  database: Database,
  session: ClientSession,
  items: readonly TradingItem[],
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const hashes = { $in: items.flatMap(hashesOf) };
  const found = await submissionCollection(database)
    .find(
      { $or: [{ "attempt.hash": hashes }, { "attempt.innerHash": hashes }] },
      { session, projection: { _id: 0, steps: 1, "attempt.hash": 1, "attempt.innerHash": 1 } },
    )
    .toArray();
  return new Map(
    found.flatMap(({ steps, attempt }) =>
      [attempt?.hash, attempt?.innerHash].flatMap((hash) => (hash ? [[hash, steps] as const] : [])),
    ),
  );
}

function hashesOf({ transaction: { hash }, read: { innerHash } }: TradingItem): string[] {
  return innerHash === null ? [hash] : [hash, innerHash];
}

function stepsFor(item: TradingItem, steps: ReadonlyMap<string, readonly Step[]>): readonly Step[] {
  return hashesOf(item).flatMap((hash) => steps.get(hash) ?? []);
}

async function knownOrders(
  database: Database,
  session: ClientSession,
  seen: readonly Seen[],
  wallets: ReadonlyMap<string, AccountDocument>,
): Promise<Map<string, StoredOrder>> {
  const operations = seen.flatMap(({ item }) => item.trading.operations);
  const uids = operations.flatMap(({ operationId, offers }) => [
    `op-${operationId}`,
    ...offers.map(({ offerId }) => offerId),
  ]);
  const owners = [...wallets.values()].map(({ userId }) => userId);
  const found = await orderCollection(database)
    .find({ userId: { $in: owners }, uid: { $in: uids } }, { session, projection: { _id: 0 } })
    .toArray();
  return new Map(
    found.map(({ userId, uid, id: _id, revision: _revision, deleted: _deleted, ...order }) => [
      rowKey({ userId, uid }),
      order,
    ]),
  );
}

/** Fills that are there already are left alone. */
async function putNew(database: Database, session: ClientSession, fills: readonly OwnedWrite[]): Promise<void> {
  if (fills.length === 0) return;
  const found = await database
    .collection<ReplicatedDocument>(FILLS)
    .find(keysOf(fills), { session, projection: { _id: 0, userId: 1, uid: 1 } })
    .toArray();
  const known = new Set(found.map(rowKey));
  const fresh = fills.filter((fill) => !known.has(rowKey(fill)));
  await putReplicatedOf(database, session, FILLS, fresh);
}

async function foldShares(
  database: Database,
  session: ClientSession,
  seen: readonly Seen[],
  wallets: ReadonlyMap<string, AccountDocument>,
): Promise<void> {
  const changes = seen.flatMap(({ item }) =>
    item.trading.operations.flatMap(({ shares }) =>
      shares.map((change) => ({ ...change, item, pools: item.trading.pools })),
    ),
  );
  if (changes.length === 0) return;
  const owners = [...new Set(changes.flatMap(({ holder }) => wallets.get(holder)?.userId ?? []))];
  const found = await shareCollection(database)
    .find({ userId: { $in: owners }, uid: { $in: changes.map(({ poolId }) => poolId) } }, { session })
    .toArray();
  const known = new Map(found.map((row) => [rowKey(row), row]));
  const writes = new Map<string, OwnedWrite>();
  for (const { holder, poolId, shares, item, pools } of changes) {
    const userId = wallets.get(holder)?.userId;
    if (userId === undefined) continue;
    const key = rowKey({ userId, uid: poolId });
    const former = known.get(key);
    const asOfLedger = item.transaction.ledger;
    if (former && former.asOfLedger > asOfLedger) continue;
    const fields = sharesRow(pools.get(poolId), former, shares ?? 0n, asOfLedger);
    if (fields) writes.set(key, { userId, uid: poolId, fields, deleted: shares === null });
  }
  await putReplicatedOf(database, session, POOL_SHARES, [...writes.values()]);
}

/** Null where nobody knows which assets the pool is of: its line was made before we followed the account. */
function sharesRow(
  pool: LedgerPool | undefined,
  former: ShareDocument | undefined,
  shares: bigint,
  asOfLedger: number,
): object | null {
  const assets = pool
    ? { assetA: assetKey(pool.assetA), assetB: assetKey(pool.assetB) }
    : former && { assetA: former.assetA, assetB: former.assetB };
  return assets ? { ...assets, shares: formatAmount(shares), asOfLedger } : null;
}
