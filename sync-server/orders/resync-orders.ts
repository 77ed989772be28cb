import type { ClientSession } from "mongodb";
import { offerLiabilities } from "#schemas/values/exchange.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type OwnedWrite, putReplicatedOf } from "#server/platform/db/replicated.ts";
import { assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { type AccountOffers, openAccountOffers } from "#server/platform/network/horizon-account-offers.ts";
import type { LedgerOffer } from "#server/platform/network/markets.ts";
import {
  cursorAfterLedger,
  ENTRIES_PER_CALL,
  NetworkError,
  type StellarNetwork,
} from "#server/platform/network/network.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { newOrder, standing } from "./order-changes.ts";
import {
  type OrderDocument,
  orderCollection,
  ORDERS,
  POOL_SHARES,
  shareCollection,
  type ShareDocument,
} from "./order-rows.ts";

interface Deps {
  readonly runtime: Pick<Runtime, "database" | "config" | "log">;
  readonly network: StellarNetwork;
}

/**
 * Brings orders and shares in line with the ledger, of `head` or later, after ledgers were missed: what is known is looked up over
 * RPC; what was made meanwhile only Horizon can list, and is asked for where an account binds something else than its known orders.
 * Without Horizon such an order is learnt of when a ledger changes it next.
 */
export async function resyncOrders(deps: Deps, head: LedgerHead): Promise<void> {
  await eachPart(openOrders(deps.runtime.database), (part) => lookUpOrders(deps, part, head));
  await eachPart(heldShares(deps.runtime.database), (part) => lookUpShares(deps, part, head));
  try {
    await findOrders(deps, head);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    deps.runtime.log.warn(
      { error: error.message },
      "orders that were placed in missed ledgers could not be looked for",
    );
  }
}

/** Ends what orders and shares of one user are no longer on the ledger, of `head` or later. */
export async function endGone(deps: Deps, userId: number, head: LedgerHead): Promise<void> {
  const { database } = deps.runtime;
  const orders = orderCollection(database).find({ userId, state: "open", deleted: false });
  await eachPart(orders, (part) => lookUpOrders(deps, part, head));
  await eachPart(shareCollection(database).find({ userId, deleted: false }), (part) => lookUpShares(deps, part, head));
}

function openOrders(database: Database) {
  return orderCollection(database).find({ state: "open", deleted: false }, { sort: { userId: 1, id: 1 } });
}

function heldShares(database: Database) {
  return shareCollection(database).find({ deleted: false }, { sort: { userId: 1, id: 1 } });
}

async function eachPart<T>(rows: AsyncIterable<T>, take: (part: readonly T[]) => Promise<void>): Promise<void> {
  let part: T[] = [];
  for await (const row of rows) {
    part.push(row);
    if (part.length < ENTRIES_PER_CALL) continue;
    await take(part);
    part = [];
  }
  if (part.length > 0) await take(part);
}

async function walletsOf(database: Database, userIds: readonly number[]): Promise<Map<number, string>> {
  const found = await accountCollection(database)
    .find({ userId: { $in: [...new Set(userIds)] }, role: "wallet" }, { projection: { userId: 1 } })
    .toArray();
  return new Map(found.map(({ _id, userId }) => [userId, _id]));
}

async function lookUpOrders({ runtime, network }: Deps, rows: readonly OrderDocument[], head: LedgerHead) {
  const { database } = runtime;
  const wallets = await walletsOf(
    database,
    rows.map(({ userId }) => userId),
  );
  const refs = rows.map(({ userId, offerId }) => ({ seller: wallets.get(userId) ?? "", offerId }));
  const { ledger, byId } = await network.offers(refs.filter(({ seller }) => seller !== ""));
  const newest = rows.reduce((latest, row) => Math.max(latest, row.ledger), head.sequence);
  if (ledger < newest) throw new NetworkError("the node that knows our orders is behind the others");
  const writes = rows.flatMap((row): OwnedWrite[] => {
    const offer = byId.get(row.offerId);
    const place = { ledger, changedAt: head.closedAt, lastOperation: cursorAfterLedger(ledger) };
    if (!offer) {
      const ended = { amount: formatAmount(0n), offered: formatAmount(0n), state: "removed" as const };
      return [{ userId: row.userId, uid: row.uid, fields: { ...ended, ...place } }];
    }
    if (offer.amount === parseAmount(row.offered)) return [];
    return [{ userId: row.userId, uid: row.uid, fields: { ...standing(row.side, offer), ...place } }];
  });
  await database.transaction((session) => putUnchanged(database, session, rows, writes));
}

/** Rows that ingestion of another process has moved meanwhile stay as they are. */
async function putUnchanged(
  database: Database,
  session: ClientSession,
  rows: readonly OrderDocument[],
  writes: readonly OwnedWrite[],
): Promise<void> {
  const before = new Map(rows.map(({ userId, uid, lastOperation }) => [`${userId} ${uid}`, lastOperation]));
  const now = await orderCollection(database)
    .find(
      { userId: { $in: writes.map(({ userId }) => userId) }, uid: { $in: writes.map(({ uid }) => uid) } },
      { session, projection: { userId: 1, uid: 1, lastOperation: 1 } },
    )
    .toArray();
  const same = new Set(
    now
      .filter(({ userId, uid, lastOperation }) => before.get(`${userId} ${uid}`) === lastOperation)
      .map(({ userId, uid }) => `${userId} ${uid}`),
  );
  await putReplicatedOf(
    database,
    session,
    ORDERS,
    writes.filter(({ userId, uid }) => same.has(`${userId} ${uid}`)),
  );
}

async function lookUpShares({ runtime, network }: Deps, rows: readonly ShareDocument[], head: LedgerHead) {
  const { database } = runtime;
  const wallets = await walletsOf(
    database,
    rows.map(({ userId }) => userId),
  );
  for (const [userId, own] of Map.groupBy(rows, (row) => row.userId)) {
    const holder = wallets.get(userId);
    if (holder === undefined) continue;
    const { ledger, shares } = await network.pools(
      own.map(({ uid }) => uid),
      holder,
    );
    if (ledger < head.sequence) throw new NetworkError("the node that knows our shares is behind the others");
    const writes = own.map(({ uid }): OwnedWrite => {
      const held = shares.get(uid);
      const fields = { shares: formatAmount(held ?? 0n), asOfLedger: ledger };
      return { userId, uid, fields, deleted: held === undefined };
    });
    await database.transaction((session) => putReplicatedOf(database, session, POOL_SHARES, writes));
  }
}

/** Lists the offers of wallets that bind more or less than the orders we know of. */
async function findOrders({ runtime, network }: Deps, head: LedgerHead): Promise<void> {
  const { database, config } = runtime;
  const offersOf = openAccountOffers(config.stellar, network);
  const binding = { role: "wallet" as const, $or: [{ selling: { $ne: "0" } }, { "lines.selling": { $gt: "0" } }] };
  for await (const account of accountCollection(database).find(binding, { sort: { number: 1 } }))
    await findUnexplained({ database, offersOf }, account, head);
}

/** The same for one account (G...), once its lines are known. Throws NetworkError where Horizon cannot be asked. */
export async function findOrdersOf({ runtime, network }: Deps, address: string, head: LedgerHead): Promise<void> {
  const { database, config } = runtime;
  const account = await accountCollection(database).findOne({ _id: address });
  const offersOf = openAccountOffers(config.stellar, network);
  if (account) await findUnexplained({ database, offersOf }, account, head);
}

async function findUnexplained(
  { database, offersOf }: { readonly database: Database; readonly offersOf: AccountOffers },
  account: AccountDocument,
  head: LedgerHead,
): Promise<void> {
  const known = await orderCollection(database).find({ userId: account.userId, state: "open" }).toArray();
  if (isExplained(account, known)) return;
  const uids = new Set(known.map(({ offerId }) => offerId));
  const found = (await offersOf(account._id)).filter(({ offerId }) => !uids.has(offerId));
  await database.transaction((session) => putFound(database, session, account.userId, found, head));
}

/** Takes over the shares of these pools (ids in hex) that a wallet has and that are not known. */
export async function findShares(
  { runtime, network }: Deps,
  { _id: holder, userId }: AccountDocument,
  pools: readonly string[],
  head: LedgerHead,
): Promise<void> {
  const { database } = runtime;
  const known = await shareCollection(database)
    .find({ userId, uid: { $in: [...pools] }, deleted: false }, { projection: { uid: 1 } })
    .toArray();
  const missing = pools.filter((id) => !known.some(({ uid }) => uid === id));
  if (missing.length === 0) return;
  const { ledger, byId, shares } = await network.pools(missing, holder);
  if (ledger < head.sequence) throw new NetworkError("the node that knows our shares is behind the others");
  const writes = missing.flatMap((uid): OwnedWrite[] => {
    const [pool, held] = [byId.get(uid), shares.get(uid)];
    if (!pool || held === undefined) return [];
    const assets = { assetA: assetKey(pool.assetA), assetB: assetKey(pool.assetB) };
    return [{ userId, uid, fields: { ...assets, shares: formatAmount(held), asOfLedger: ledger }, deleted: false }];
  });
  await database.transaction((session) => putReplicatedOf(database, session, POOL_SHARES, writes));
}

/** Whether the account binds of each asset what its orders do. */
function isExplained(account: AccountDocument, orders: readonly OrderDocument[]): boolean {
  const bound = new Map<string, bigint>();
  for (const { side, base, quote, price, offered } of orders) {
    const key = side === "sell" ? base : quote;
    const turned = side === "sell" ? price : { n: price.d, d: price.n };
    bound.set(key, (bound.get(key) ?? 0n) + offerLiabilities(turned, parseAmount(offered)).selling);
  }
  const held = [{ ...NATIVE, selling: account.selling }, ...account.lines];
  return held.every((line) => BigInt(line.selling) === (bound.get(assetKey(line)) ?? 0n));
}

async function putFound(
  database: Database,
  session: ClientSession,
  userId: number,
  offers: readonly LedgerOffer[],
  head: LedgerHead,
): Promise<void> {
  const stored = await orderCollection(database)
    .find({ userId, uid: { $in: offers.map(({ offerId }) => offerId) } }, { session, projection: { uid: 1 } })
    .toArray();
  const known = new Set(stored.map(({ uid }) => uid));
  // Who placed it how, and when, nobody can tell any more.
  const place = { hash: "", ledger: head.sequence, closedAt: head.closedAt };
  const writes = offers
    .filter(({ offerId }) => !known.has(offerId))
    .map((offer) => ({
      userId,
      uid: offer.offerId,
      fields: { ...newOrder("sell", "limit", offer, place), lastOperation: cursorAfterLedger(offer.ledger) },
    }));
  await putReplicatedOf(database, session, ORDERS, writes);
}
