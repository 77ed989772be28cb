import type { ClientSession } from "mongodb";
import { formatAmount } from "#schemas/money.ts";
import {
  keysOf,
  type OwnedWrite,
  putReplicatedOf,
  type ReplicatedDocument,
  type ReplicatedWrite,
  rowKey,
} from "#server/platform/db/replicated.ts";
import { type HousePurpose, houseAccounts } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type HoldingChange, readChanges } from "#server/platform/network/meta.ts";
import {
  cursorAfterLedger,
  NetworkError,
  type NetworkTransaction,
  operationId,
  pageGap,
  type StellarNetwork,
  type TransactionPage,
} from "#server/platform/network/network.ts";
import { settleIngested } from "#server/platform/submissions/moves.ts";
import { type AccountDocument, accountCollection, type AccountState, takeAccount } from "./account.ts";
import { arrivalsOf } from "./arrivals.ts";
import { refreshBalances } from "./balances.ts";
import { claimantsIn, foldClaimables } from "./claimables.ts";
import { type LedgerCursor, moveCursor, readCursor } from "./cursor.ts";
import { addressOfChange, foldChange } from "./fold.ts";
import { foldOrders } from "./fold-orders.ts";
import { type Movement, movementsOf, readTransaction, type ReadTransaction } from "./movements.ts";
import { OwnAccounts } from "./own-accounts.ts";
import { readOwnTrading } from "./own-trading.ts";
import { resyncAccounts } from "./resync.ts";
import { storeStates } from "./store-state.ts";
import { tellFilled } from "./tell-filled.ts";
import { type OwnedMovement, tellClaimants, tellReceivers } from "./tell-receivers.ts";
import { type Arrival, recordArrivals } from "./suspense-items.ts";

const PAGE_LIMIT = 200;
/** Transactions folded at once: while they are, whoever they touch waits with what they want to pay. */
const AT_ONCE = 25;

export interface IngestDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
}

interface ReadItem {
  readonly transaction: NetworkTransaction;
  readonly read: ReadTransaction;
  readonly changes: ReturnType<typeof readChanges>;
}

/**
 * Folds the next page of the network's transactions into our accounts, each part of it in one database transaction with the
 * cursor.
 * Answers whether more was there at once. Several processes may: whoever moves the cursor second writes nothing. `own` is
 * what the caller keeps from page to page.
 */
export async function ingestPage(deps: IngestDeps, own = new OwnAccounts()): Promise<boolean> {
  const { network, runtime } = deps;
  const cursor = await readCursor(runtime.database);
  if (!cursor) {
    const head = await network.head();
    await moveCursor(runtime, null, { cursor: cursorAfterLedger(head.sequence), ledger: head.sequence });
    return true;
  }
  const page = await readPage(deps, cursor);
  if (!page) return true;
  const isWhole = page.transactions.length < PAGE_LIMIT;
  const lastLedger = page.transactions.at(-1)?.ledger ?? cursor.ledger;
  const ledger = isWhole ? Math.max(page.latestLedger, cursor.ledger) : lastLedger - 1;
  if (page.transactions.length === 0 && ledger <= cursor.ledger) return false;
  // Asked of the database each time: an account made a moment ago, by any process, must not be missed.
  await own.refresh(runtime.database);
  const items = page.transactions.filter(isAbout(own)).map((transaction) => readItem(transaction, network.passphrase));
  const to = { cursor: page.cursor, ledger: Math.max(ledger, cursor.ledger) };
  await foldPage(deps, cursor, to, items);
  return !isWhole;
}

/** The page after the cursor; null after the accounts were read anew, because no node remembers what came next. */
async function readPage(deps: IngestDeps, cursor: LedgerCursor): Promise<TransactionPage | null> {
  const { network } = deps;
  let page: TransactionPage | null = null;
  try {
    page = await network.transactions(cursor.cursor, PAGE_LIMIT);
  } catch (error) {
    // A node refuses a cursor that is older than what it remembers.
    if (!(error instanceof NetworkError) || (await network.oldestLedger()) <= cursor.ledger + 1) throw error;
  }
  if (page === null || page.oldestLedger > cursor.ledger + 1) {
    await resyncAccounts(deps, cursor);
    return null;
  }
  const gap = pageGap(cursor.cursor, page.transactions);
  if (gap !== null) throw new NetworkError(`a page of the ledger has a gap: ${gap}`);
  return page;
}

function isAbout(own: OwnAccounts) {
  return ({ envelopeXdr, metaXdr }: NetworkTransaction) => own.areIn(envelopeXdr) || own.areIn(metaXdr);
}

function readItem(transaction: NetworkTransaction, passphrase: string): ReadItem {
  const read = readTransaction(transaction, passphrase);
  return { transaction, read, changes: readChanges(transaction.metaXdr) };
}

/** Folds a page part by part, until another process has moved the cursor. */
async function foldPage(deps: IngestDeps, from: LedgerCursor, to: LedgerCursor, items: readonly ReadItem[]) {
  if (items.length === 0) await moveCursor(deps.runtime, from, to);
  let left: Left | null = { from, items };
  while (left && left.items.length > 0) left = await foldPart(deps, left, to);
}

/** What is still to be folded of a page, after `from`. */
interface Left {
  readonly from: LedgerCursor;
  readonly items: readonly ReadItem[];
}

/**
 * Folds the next part of a page, and answers with what is left; null where the cursor was moved. What is written here,
 * people's payments write as well, and whoever comes second begins again: so the accounts are taken first, and where that
 * was in vain, ever less is tried at once. Else, on a busy machine, a page that grows while it waits would never be folded.
 */
async function foldPart({ runtime }: IngestDeps, { from, items }: Left, to: LedgerCursor): Promise<Left | null> {
  const { database } = runtime;
  let attempts = 0;
  return database.transaction(async (session) => {
    // The second attempt is at as much, too: to meet somebody once is nothing unusual.
    const count = Math.max(1, Math.min(items.length, AT_ONCE) >> Math.max(0, attempts - 1));
    attempts += 1;
    const part = items.slice(0, count);
    const rest = items.slice(count);
    const last = part.at(-1);
    const place = rest.length === 0 || !last ? to : cursorAfter(last, from);
    if (!(await moveCursor(runtime, from, place, session))) return null;
    const touched = { _id: { $in: [...new Set(part.flatMap(addressesOf))] } };
    const accounts = accountCollection(database);
    await accounts.updateMany(touched, { $inc: { version: 1 } }, { session });
    const ours = await accounts.find(touched, { session }).toArray();
    if (ours.length > 0)
      await foldOurs({ runtime }, session, part, new Map(ours.map((account) => [account._id, account])));
    return { from: place, items: rest };
  });
}

/** After a transaction within a ledger, which is then not whole; written as nodes write it. */
function cursorAfter({ transaction: { ledger, order } }: ReadItem, from: LedgerCursor): LedgerCursor {
  return { cursor: operationId(ledger, order, 1), ledger: Math.max(ledger - 1, from.ledger) };
}

async function foldOurs(
  { runtime }: Pick<IngestDeps, "runtime">,
  session: ClientSession,
  items: readonly ReadItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
): Promise<void> {
  const states = new Map<string, AccountState>(accounts);
  const isWallet = (address: string) => accounts.get(address)?.role === "wallet";
  const isOfHouse = (address: string) => accounts.has(address) && !isWallet(address);
  const houses = await houseAccounts(runtime.database);
  const keepers = suspenseKeepers(houses);
  const arrivals: Arrival[] = [];
  const rows: OwnedWrite[] = [];
  const owned: OwnedMovement[] = [];
  const creators = await foldClaimables(runtime.database, session, items, accounts);
  const traded = items.map((item) => ({ ...item, trading: readOwnTrading(item.transaction, isWallet) }));
  for (const { transaction, read, changes, trading } of traded) {
    const known = { creators, trades: trading.operations.flatMap(({ trades }) => trades) };
    for (const change of allChanges(changes)) {
      const state = states.get(addressOfChange(change));
      if (state) states.set(addressOfChange(change), foldChange(state, change, transaction.ledger));
    }
    for (const seen of movementsOf(transaction, read, changes, isWallet, known)) {
      const movement = asItsOwner(seen, houses.get("fees"));
      const owner = accounts.get(movement.account);
      if (!owner) continue;
      const { userId } = owner;
      rows.push({ userId, ...rowOf(movement, transaction) });
      owned.push({ userId, movement, transaction, source: read.source });
    }
    const received = movementsOf(transaction, read, changes, (address) => keepers.has(address), known);
    arrivals.push(...arrivalsOf(transaction, received, keepers, isOfHouse));
  }
  const filled = await foldOrders(runtime.database, session, traded, accounts);
  const payers = await settleIngested(
    runtime,
    session,
    items.map(({ transaction, read: { innerHash } }) => ({ ...transaction, innerHash })),
  );
  const fresh = await putNewRows(runtime, session, rows);
  const news = owned.filter(({ userId, movement }) => fresh.has(rowKey({ userId, uid: movement.operationId })));
  await tellReceivers(runtime, session, news, isOfHouse);
  await tellClaimants(runtime, session, items, accounts);
  await tellFilled(runtime, session, filled);
  await recordArrivals(runtime.database, session, arrivals);
  await storeStates(runtime, session, [...accounts.values()], states);
  for (const address of new Set(payers)) if (!accounts.has(address)) await freeReservation(runtime, session, address);
}

/** House accounts that strangers may pay into. */
function suspenseKeepers(houses: ReadonlyMap<HousePurpose, string>): Set<string> {
  return new Set([houses.get("treasury"), houses.get("suspense")].filter((address) => address !== undefined));
}

/** What somebody pays to the account that collects fees is a fee to them, and no payment to a person. */
function asItsOwner(movement: Movement, feesAddress: string | undefined): Movement {
  return movement.type === "send" && movement.to === feesAddress ? { ...movement, type: "operator_fee" } : movement;
}

/** A payment that failed in a ledger leaves its payer as it was, but what it kept back may be spent again. */
async function freeReservation({ database }: Runtime, session: ClientSession, address: string): Promise<void> {
  const account = await takeAccount(database, session, address);
  if (account) await refreshBalances(database, session, account);
}

/** Rows already there are left alone: a replay from an older cursor changes nothing. Answers with the keys of the others. */
async function putNewRows(
  { database }: Runtime,
  session: ClientSession,
  rows: readonly OwnedWrite[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const found = await database
    .collection<ReplicatedDocument>("transactions")
    .find(keysOf(rows), { session, projection: { _id: 0, userId: 1, uid: 1 } })
    .toArray();
  const known = new Set(found.map(rowKey));
  const fresh = rows.filter((row) => !known.has(rowKey(row)));
  await putReplicatedOf(database, session, "transactions", fresh);
  return new Set(fresh.map(rowKey));
}

function rowOf(movement: Movement, { hash, ledger, closedAt }: NetworkTransaction): ReplicatedWrite {
  const { assetCode, issuer, type, from, to, memo, status } = movement;
  return {
    uid: movement.operationId,
    fields: {
      operationId: movement.operationId,
      type,
      assetCode,
      issuer,
      amount: formatAmount(movement.amount),
      fee: formatAmount(movement.fee),
      from,
      to,
      hash,
      memo,
      status,
      ledger,
      timestamp: closedAt,
    },
  };
}

function addressesOf(item: ReadItem): string[] {
  const { read, changes } = item;
  return [read.source, read.feePayer, ...allChanges(changes).map(addressOfChange), ...claimantsIn(item)];
}

function allChanges({ before, operations, after }: ReturnType<typeof readChanges>): HoldingChange[] {
  return [...before, ...operations.flat(), ...after];
}
