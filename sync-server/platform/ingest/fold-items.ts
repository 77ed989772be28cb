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
import { namesOfWallets } from "#server/platform/accounts/known-names.ts";
import { type HousePurpose, houseAccounts } from "#server/platform/house/accounts.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { settleIngested } from "#server/platform/submissions/moves.ts";
import { stakedBy } from "#server/platform/submissions/staked-by.ts";
import { type AccountDocument, type AccountState, takeAccount } from "./account.ts";
import { arrivalsOf } from "./arrivals.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { refreshBalances } from "./balances.ts";
import { type HouseMoved, recordHouseMovements } from "./house-movements.ts";
import { addressOfChange, foldChange } from "./fold.ts";
import { legOf } from "./movement-events.ts";
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
 * Keeps what transactions did, whatever has become of the accounts since: movements, the house's own too, what features keep of
 * them and what arrived at the house, and tells people of it. A replay changes nothing.
 */
export async function foldHistory(
  { runtime, parts }: FoldDeps,
  session: ClientSession,
  items: readonly ReadItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
): Promise<void> {
  const isWallet = (address: string) => accounts.get(address)?.role === "wallet";
  const isTrading = (address: string) => accounts.get(address)?.role === "trading";
  const isOfHouse = (address: string) => accounts.has(address) && !isWallet(address) && !isTrading(address);
  const houses = await houseAccounts(runtime.database);
  const keepers = suspenseKeepers(houses);
  const own = new Set(houses.values());
  const arrivals: Arrival[] = [];
  const moved: HouseMoved[] = [];
  const rows: OwnedWrite[] = [];
  const owned: OwnedMovement[] = [];
  const traded = items.map((item) => ({ ...item, trading: readOwnTrading(item.transaction, isWallet) }));
  const folded: FoldedPart[] = [];
  const names = await namesOfWallets(runtime.database, session, accounts);
  for (const part of parts) folded.push(await part.fold(runtime, session, traded, accounts, names));
  const creators = new Map(folded.flatMap(({ creators: known }) => [...(known ?? [])]));
  const deeds = new Map(folded.flatMap(({ deeds: known }) => [...(known ?? [])]));
  for (const { transaction, read, changes, trading } of traded) {
    const known = { creators, trades: trading.operations.flatMap(({ trades }) => trades), deeds };
    const seen = movementsOf(transaction, read, changes, isWallet, known);
    const told = withCharges(seen.map((movement) => asItsOwner(ofOwnPool(movement, accounts), houses, isOfHouse)));
    for (const movement of told) {
      const owner = accounts.get(movement.account);
      if (!owner) continue;
      const { userId } = owner;
      const partyName = partyNameOf(movement, names);
      rows.push({ userId, ...rowOf(movement, transaction, partyName) });
      owned.push({ userId, movement, transaction, source: read.source, partyName });
    }
    const ofHouse = movementsOf(transaction, read, changes, (address) => own.has(address), known);
    moved.push(...ofHouse.map((movement) => ({ movement, transaction })));
    arrivals.push(...arrivalsOf(transaction, ofHouse, keepers, { isOfHouse, vault: houses.get("staking") }));
  }
  const fresh = await putNewRows(runtime, session, rows);
  const news = owned.filter(({ userId, movement }) => fresh.has(rowKey({ userId, uid: movement.operationId })));
  await tellReceivers(runtime, session, news, isOfHouse);
  for (const part of folded) {
    await part.moved?.(news);
    await part.tell();
  }
  const innerOf = new Map(traded.map(({ transaction, read }) => [transaction.hash, read.innerHash]));
  const kept = await withoutStakes(runtime.database, session, arrivals, { vault: houses.get("staking"), innerOf });
  await recordArrivals(runtime.database, session, kept);
  await recordHouseMovements(runtime.database, session, moved);
}

interface InVault {
  readonly vault: string | undefined;
  /** By the hash of each transaction, that of what is within its fee bump. */
  readonly innerOf: ReadonlyMap<string, string | null>;
}

/** What arrived, but for what people staked: that is kept by their stakes. */
async function withoutStakes(
  database: Database,
  session: ClientSession,
  arrivals: readonly Arrival[],
  { vault, innerOf }: InVault,
): Promise<readonly Arrival[]> {
  const hashesOf = ({ hash }: Arrival) => [hash, innerOf.get(hash) ?? hash];
  const asked = arrivals.filter(({ account }) => account === vault).flatMap(hashesOf);
  if (asked.length === 0) return arrivals;
  const stakes = await stakedBy(database, session, asked);
  return arrivals.filter((each) => each.account !== vault || !hashesOf(each).some((hash) => stakes.has(hash)));
}

/** House accounts that strangers may pay into. */
function suspenseKeepers(houses: ReadonlyMap<HousePurpose, string>): Set<string> {
  const keepers = [houses.get("treasury"), houses.get("suspense"), houses.get("staking")];
  return new Set(keepers.filter((address) => address !== undefined));
}

/** What goes into one's own accounts that only trade, and comes back out of them, is no payment to a stranger or from one. */
function ofOwnPool(movement: Movement, accounts: ReadonlyMap<string, AccountDocument>): Movement {
  const { account, type, from, to } = movement;
  const owner = accounts.get(account)?.userId;
  const isOwn = (address: string) => {
    const other = accounts.get(address);
    return other?.role === "trading" && other.userId === owner;
  };
  if ((type === "send" || type === "create_account") && isOwn(to)) return { ...movement, type: "market_open" };
  return (type === "receive" || type === "merge") && isOwn(from) ? { ...movement, type: "market_return" } : movement;
}

/**
 * What somebody pays to the account that collects fees is a fee to them, and no payment to a person; what goes into the staking vault
 * and comes back is a stake. Whose account was opened by
 * others than the house is not told that the house did it.
 */
function asItsOwner(
  movement: Movement,
  houses: ReadonlyMap<HousePurpose, string>,
  isOfHouse: (address: string) => boolean,
): Movement {
  if (movement.event?.act === "opened" && !isOfHouse(accountOf(movement.from))) return { ...movement, event: null };
  const { type, from, to } = movement;
  if (type === "send" && to === houses.get("fees")) return { ...movement, type: "operator_fee" };
  if (type === "send" && to === houses.get("staking")) return { ...movement, type: "stake" };
  if (type === "receive" && from === houses.get("staking")) return { ...movement, type: "unstake" };
  if (type === "receive" && from === houses.get("rewards")) return { ...movement, type: "affiliate_reward" };
  return type === "receive" && from === houses.get("staking-rewards")
    ? { ...movement, type: "stake_reward" }
    : movement;
}

/** Has what a fee was taken for name the fee, which has a row of its own: the first of each account's in the transaction. */
function withCharges(movements: readonly Movement[]): readonly Movement[] {
  const fees = movements.filter(({ type }) => type === "operator_fee");
  if (fees.length === 0) return movements;
  const told = new Set<string>();
  return movements.map((movement) => {
    const { account, type, event } = movement;
    const charged = fees.filter((fee) => fee.account === account);
    if (NOT_CHARGED.has(type) || event?.act === "leg" || charged.length === 0 || told.has(account)) return movement;
    told.add(account);
    return { ...movement, event: { ...(event ?? { act: "paid" }), charged: charged.map(legOf) } };
  });
}

/** What no fee is taken for. */
const NOT_CHARGED: ReadonlySet<Movement["type"]> = new Set(["operator_fee", "fee", "trust", "receive", "other"]);

/** The username of who stands on the other side of a movement; empty for anybody who is no user, and for oneself. */
function partyNameOf({ account, from, to }: Movement, names: ReadonlyMap<string, string>): string {
  const party = [from, to].find((address) => address !== "" && accountOf(address) !== account);
  return (party !== undefined && names.get(accountOf(party))) || "";
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

function rowOf(movement: Movement, { hash, ledger, closedAt }: NetworkTransaction, partyName: string): ReplicatedWrite {
  const { assetCode, issuer, type, from, to, memo, status, event } = movement;
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
      partyName,
      event,
      ledger,
      timestamp: closedAt,
    },
  };
}
