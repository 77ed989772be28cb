import type { ClientSession } from "mongodb";
import { formatAmount } from "#schemas/values/money.ts";
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
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { settleIngested } from "#server/platform/submissions/moves.ts";
import { type AccountDocument, type AccountState, takeAccount } from "./account.ts";
import { arrivalsOf } from "./arrivals.ts";
import { refreshBalances } from "./balances.ts";
import { addressOfChange, foldChange } from "./fold.ts";
import { type Movement, movementsOf } from "./movements.ts";
import { readOwnTrading } from "./own-trading.ts";
import type { FoldedPart, IngestPart } from "./parts.ts";
import { allChanges, type ReadItem } from "./read-item.ts";
import { storeStates } from "./store-state.ts";
import { type Arrival, recordArrivals } from "./suspense-items.ts";
import { type OwnedMovement, tellReceivers } from "./tell-receivers.ts";

interface FoldDeps {
  readonly runtime: Runtime;
  readonly parts: readonly IngestPart[];
}

/** Folds transactions into our accounts; `accounts` are all of ours that they touch, taken for this transaction. */
export async function foldItems(
  { runtime, parts }: FoldDeps,
  session: ClientSession,
  items: readonly ReadItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
): Promise<void> {
  await foldHistory({ runtime, parts }, session, items, accounts);
  const payers = await settleIngested(
    runtime,
    session,
    items.map(({ transaction, read: { innerHash } }) => ({ ...transaction, innerHash })),
  );
  await storeStates(runtime, session, [...accounts.values()], statesAfter(items, accounts));
  await freeReservations(runtime, session, payers, accounts);
}

function statesAfter(
  items: readonly ReadItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
): ReadonlyMap<string, AccountState> {
  const states = new Map<string, AccountState>(accounts);
  for (const { transaction, changes } of items)
    for (const change of allChanges(changes)) {
      const state = states.get(addressOfChange(change));
      if (state) states.set(addressOfChange(change), foldChange(state, change, transaction.ledger));
    }
  return states;
}

/**
 * Keeps what transactions did, whatever has become of the accounts since: movements, what features keep of them and what arrived
 * at the house, and tells people of it. A replay changes nothing.
 */
export async function foldHistory(
  { runtime, parts }: FoldDeps,
  session: ClientSession,
  items: readonly ReadItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
): Promise<void> {
  const isWallet = (address: string) => accounts.get(address)?.role === "wallet";
  const isOfHouse = (address: string) => accounts.has(address) && !isWallet(address);
  const houses = await houseAccounts(runtime.database);
  const keepers = suspenseKeepers(houses);
  const arrivals: Arrival[] = [];
  const rows: OwnedWrite[] = [];
  const owned: OwnedMovement[] = [];
  const traded = items.map((item) => ({ ...item, trading: readOwnTrading(item.transaction, isWallet) }));
  const folded: FoldedPart[] = [];
  for (const part of parts) folded.push(await part.fold(runtime, session, traded, accounts));
  const creators = new Map(folded.flatMap(({ creators: known }) => [...(known ?? [])]));
  for (const { transaction, read, changes, trading } of traded) {
    const known = { creators, trades: trading.operations.flatMap(({ trades }) => trades) };
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
  const fresh = await putNewRows(runtime, session, rows);
  const news = owned.filter(({ userId, movement }) => fresh.has(rowKey({ userId, uid: movement.operationId })));
  await tellReceivers(runtime, session, news, isOfHouse);
  for (const part of folded) await part.tell();
  await recordArrivals(runtime.database, session, arrivals);
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
export async function freeReservations(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  payers: readonly string[],
  refreshed: { has(address: string): boolean },
): Promise<void> {
  for (const address of new Set(payers)) {
    const account = refreshed.has(address) ? null : await takeAccount(database, session, address);
    if (account) await refreshBalances(database, session, account);
  }
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
