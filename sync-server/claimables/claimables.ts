import type { ClientSession } from "mongodb";
import type { ClaimableBalanceRow, ClaimWindow } from "#schemas/claims.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicated, putReplicatedOf, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountOf, balanceAddressOf } from "#server/platform/network/addresses.ts";
import type { LedgerClaimable, Span } from "#server/platform/network/claimables.ts";
import type { TransactionChanges } from "#server/platform/network/meta.ts";
import {
  ENTRIES_PER_CALL,
  NetworkError,
  type NetworkTransaction,
  type StellarNetwork,
} from "#server/platform/network/network.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import type { ReadTransaction } from "#server/platform/ingest/movements.ts";

type Fields = Omit<ClaimableBalanceRow, "uid" | "id" | "_deleted" | "createdAt"> & { readonly createdAt: Date };
/** A claimable balance as one wallet of ours sees it; `uid` is its address (B...). */
export type ClaimableDocument = ReplicatedDocument & Fields;

export interface ClaimableItem {
  readonly transaction: NetworkTransaction;
  readonly read: ReadTransaction;
  readonly changes: Pick<TransactionChanges, "claimables">;
}

const CLAIMABLE_BALANCES = "claimable_balances";

export function claimableCollection(database: Database) {
  return database.collection<ClaimableDocument>(CLAIMABLE_BALANCES);
}

/**
 * Keeps what was set aside for wallets of ours, and what became of it, in the transaction that folds the ledgers; a replay
 * changes nothing. `accounts` are all of ours that the items touch. Answers with who set aside each balance that is known.
 */
export async function foldClaimables(
  database: Database,
  session: ClientSession,
  items: readonly ClaimableItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
  names: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const seen = items.flatMap((item) =>
    item.changes.claimables.flatMap((change) =>
      change.balance.claimants.flatMap(({ address, spans }) => {
        const account = accounts.get(address);
        return account?.role === "wallet" ? [{ item, change, account, spans }] : [];
      }),
    ),
  );
  if (seen.length === 0) return new Map();
  const rows = await knownRows(database, session, seen);
  const writes = new Map<string, Write>();
  for (const { item, change, account, spans } of seen) {
    const { balance, kind } = change;
    const { userId } = account;
    const key = rowKey(userId, balance.balanceId);
    const row = rows.get(key);
    if (kind === "made" && !row) {
      const fields = openRow(item, change.operation, balance, spans, names);
      rows.set(key, fields);
      writes.set(key, { userId, balanceId: balance.balanceId, fields });
    } else if (kind === "ended" && row?.state === "open") {
      const takenBy = accountOf(sourceOf(item, change.operation));
      const state: Fields["state"] = takenBy === account._id ? "claimed" : "gone";
      rows.set(key, { ...row, state });
      const fields = { ...writes.get(key)?.fields, state, takenBy };
      writes.set(key, { userId, balanceId: balance.balanceId, fields });
    }
  }
  const put = [...writes.values()].map(({ userId, balanceId, fields }) => ({
    userId,
    uid: balanceAddressOf(balanceId),
    fields,
  }));
  await putReplicatedOf(database, session, CLAIMABLE_BALANCES, put);
  return new Map([...rows.values()].map(({ balanceId, from }) => [balanceId, from]));
}

type Known = Pick<Fields, "balanceId" | "from" | "state">;
interface Write {
  readonly userId: number;
  readonly balanceId: string;
  readonly fields: Partial<Fields>;
}

async function knownRows(
  database: Database,
  session: ClientSession,
  seen: readonly { readonly account: AccountDocument; readonly change: { readonly balance: LedgerClaimable } }[],
): Promise<Map<string, Known>> {
  const owners = [...new Set(seen.map(({ account }) => account.userId))];
  const uids = [...new Set(seen.map(({ change }) => balanceAddressOf(change.balance.balanceId)))];
  const known = await claimableCollection(database)
    .find({ userId: { $in: owners }, uid: { $in: uids } }, { session })
    .toArray();
  return new Map(known.map((row) => [rowKey(row.userId, row.balanceId), row]));
}

function openRow(
  item: ClaimableItem,
  operation: number,
  balance: LedgerClaimable,
  spans: readonly Span[],
  names: ReadonlyMap<string, string>,
): Fields {
  const { hash, ledger, closedAt: createdAt } = item.transaction;
  const from = sourceOf(item, operation);
  const fromName = names.get(accountOf(from)) ?? "";
  const origin = { from, fromName, memo: item.read.memo, hash, ledger, createdAt };
  return openFields(balance, spans, origin);
}

/**
 * Takes over balances that a wallet may claim and that nobody followed: who carries their reserve stands for who set them aside. Those
 * that are known stay as they are.
 */
export async function putListed(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { _id: address, userId }: AccountDocument,
  listed: readonly {
    readonly balance: LedgerClaimable;
    readonly sponsor: string;
    readonly ledger: number;
    readonly at: Date | null;
  }[],
): Promise<void> {
  const uids = listed.map(({ balance }) => balanceAddressOf(balance.balanceId));
  const found = await claimableCollection(database)
    .find({ userId, uid: { $in: uids } }, { session, projection: { uid: 1 } })
    .toArray();
  const known = new Set(found.map(({ uid }) => uid));
  const writes = listed.flatMap(({ balance, sponsor, ledger, at }, index) => {
    const uid = uids[index] ?? "";
    const own = balance.claimants.find((claimant) => claimant.address === address);
    if (!own || known.has(uid)) return [];
    const origin = { from: sponsor, fromName: "", memo: "", hash: "", ledger, createdAt: at ?? clock.now() };
    return [{ uid, fields: openFields(balance, own.spans, origin) }];
  });
  if (writes.length > 0) await putReplicated(database, session, CLAIMABLE_BALANCES, userId, writes);
}

type Origin = Pick<Fields, "from" | "fromName" | "memo" | "hash" | "ledger" | "createdAt">;

function openFields(balance: LedgerClaimable, spans: readonly Span[], origin: Origin): Fields {
  const { balanceId, assetCode, issuer, amount, claimants } = balance;
  return {
    balanceId,
    assetCode,
    issuer,
    amount: formatAmount(amount),
    claimants: claimants.map(({ address }) => address),
    windows: spans.map(windowOf),
    state: "open",
    takenBy: "",
    isHidden: false,
    ...origin,
  };
}

function windowOf({ from, until }: Span): ClaimWindow {
  return { from: instantOf(from), until: instantOf(until) };
}

function instantOf(seconds: number): string | null {
  return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : null;
}

/** Whose operation it was: G... or M... */
function sourceOf({ read }: ClaimableItem, operation: number): string {
  return read.operations[operation]?.source ?? read.source;
}

function rowKey(userId: number, balanceId: string): string {
  return `${userId} ${balanceId}`;
}

/**
 * Looks on the ledger, of `ledger` or later, for every balance that is open to us; those that are not there any more are
 * gone, and nobody can tell to whom. What was set aside meanwhile cannot be found by RPC.
 */
export async function resyncClaimables(
  { runtime, network }: { readonly runtime: Pick<Runtime, "database">; readonly network: StellarNetwork },
  ledger: number,
): Promise<void> {
  const { database } = runtime;
  let batch: ClaimableDocument[] = [];
  for await (const row of claimableCollection(database).find({ state: "open" }, { sort: { id: 1 } })) {
    batch.push(row);
    if (batch.length < ENTRIES_PER_CALL) continue;
    await closeMissing(database, network, batch, ledger);
    batch = [];
  }
  await closeMissing(database, network, batch, ledger);
}

/** The same for the balances of one user. */
export async function closeGone(
  { runtime, network }: { readonly runtime: Pick<Runtime, "database">; readonly network: StellarNetwork },
  userId: number,
  ledger: number,
): Promise<void> {
  const { database } = runtime;
  const open = await claimableCollection(database).find({ userId, state: "open" }).toArray();
  await closeMissing(database, network, open, ledger);
}

async function closeMissing(
  database: Database,
  network: StellarNetwork,
  rows: readonly ClaimableDocument[],
  ledger: number,
): Promise<void> {
  if (rows.length === 0) return;
  const found = await network.claimables(rows.map(({ balanceId }) => balanceId));
  // What was set aside since is not missing at a node that has not come as far.
  const newest = rows.reduce((latest, row) => Math.max(latest, row.ledger), ledger);
  if (found.ledger < newest) throw new NetworkError("the node that knows our claimable balances is behind the others");
  for (const { userId, uid, balanceId } of rows) {
    if (found.byId.has(balanceId)) continue;
    await database.transaction(async (session) => {
      const isOpen = await claimableCollection(database).findOne({ userId, uid, state: "open" }, { session });
      if (isOpen)
        await putReplicated(database, session, CLAIMABLE_BALANCES, userId, [{ uid, fields: { state: "gone" } }]);
    });
  }
}

/** Creates the indexes by which one's own balances are read and open ones are found. */
export async function indexClaimables(database: Database): Promise<void> {
  await claimableCollection(database).createIndexes([
    { key: { id: 1 }, unique: true },
    { key: { userId: 1, uid: 1 }, unique: true },
    { key: { userId: 1, revision: 1 }, unique: true },
    { key: { state: 1, id: 1 } },
  ]);
}
