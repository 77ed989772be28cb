import { createHash } from "node:crypto";
import { marksInOrder, rowMark, type WalletHealthOutput } from "#schemas/diagnostics.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { SYNC_COLLECTIONS, type SyncCollection } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { BASE_RESERVE_STROOPS, type LedgerAccount, type LedgerLine } from "#server/platform/network/entries.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { ownerRead } from "#server/platform/sync/policy.ts";

type LedgerView = WalletHealthOutput["ledger"];

const MOST_OPEN = 20;

/** An account on the ledger and in the records. */
export type WalletSides = Pick<WalletHealthOutput, "at" | "address" | "ledger" | "books">;

/** What the ledger and the database say of this user's account, and what their device should hold. Changes nothing. */
export async function readWalletHealth(
  runtime: Runtime,
  network: StellarNetwork,
  userId: number,
): Promise<WalletHealthOutput> {
  const { database } = runtime;
  const [sides, open, ...collections] = await Promise.all([
    readWalletSides(runtime, network, userId),
    readOpen(database, userId),
    ...SYNC_COLLECTIONS.map((collection) => digestOf(database, collection, userId)),
  ]);
  return { ...sides, open, collections };
}

/** What the ledger and the database say of this user's account, for others' eyes too. Changes nothing. */
export async function readWalletSides(
  { database, clock }: Runtime,
  network: StellarNetwork,
  userId: number,
): Promise<WalletSides> {
  const account = await accountCollection(database).findOne({ userId, role: "wallet" });
  const [ledger, ingested] = await Promise.all([
    account ? readLedger(network, account) : { state: "missing" as const, asOfLedger: 0 },
    ingestedLedger(database, null),
  ]);
  return {
    at: clock.now().toISOString(),
    address: account?._id ?? null,
    ledger,
    books: {
      exists: account?.exists ?? false,
      asOfLedger: account?.asOfLedger ?? 0,
      ingestedLedger: ingested,
      held: account ? heldOf(account) : [],
    },
  };
}

async function readLedger(network: StellarNetwork, account: AccountDocument): Promise<LedgerView> {
  try {
    const { ledger, accounts, lines } = await network.holdings([{ address: account._id, assets: account.lines }]);
    const found = accounts.get(account._id);
    return found ? viewOf(found, lines, ledger) : { state: "missing", asOfLedger: ledger };
  } catch (error) {
    if (error instanceof NetworkError) return { state: "unreachable" };
    throw error;
  }
}

function viewOf(account: LedgerAccount, lines: readonly LedgerLine[], asOfLedger: number): LedgerView {
  const { address, balance, selling, reserves, sequence, signing } = account;
  const reserve = BigInt(reserves) * BASE_RESERVE_STROOPS;
  const free = balance - selling - reserve;
  const weights = [...signing.weights].map(([key, weight]) => ({ key, weight }));
  return {
    state: "found",
    asOfLedger,
    balance: formatAmount(balance),
    free: formatAmount(free > 0n ? free : 0n),
    reserve: formatAmount(reserve),
    sequence: String(sequence),
    signers: weights.toSorted((one, other) => Number(other.key === address) - Number(one.key === address)),
    threshold: Math.max(signing.medium, 1),
    lines: lines.map((line) => ({
      assetCode: line.assetCode,
      issuer: line.issuer,
      balance: formatAmount(line.balance),
      limit: formatAmount(line.limit),
      isAuthorized: line.isAuthorized,
      isFull: line.balance + line.buying >= line.limit,
    })),
  };
}

function heldOf(account: AccountDocument): WalletHealthOutput["books"]["held"] {
  if (!account.exists) return [];
  return [
    { assetCode: "XLM", issuer: "", balance: formatAmount(BigInt(account.balance)) },
    ...account.lines.map(({ assetCode, issuer, balance }) => ({
      assetCode,
      issuer,
      balance: formatAmount(BigInt(balance)),
    })),
  ];
}

async function readOpen(database: Database, userId: number): Promise<WalletHealthOutput["open"]> {
  const open = await submissionCollection(database)
    .find({ userId, state: { $nin: [...FINAL_STATES] } })
    .sort({ id: 1 })
    .limit(MOST_OPEN)
    .toArray();
  return open.map(({ id, kind, state, createdAt, attempt }) => ({
    id,
    kind,
    state,
    createdAt: createdAt.toISOString(),
    sequence: attempt?.sequence ?? null,
  }));
}

/** As a device makes it by `digestText`, but while rows are read: somebody with a hundred thousand costs no more memory. */
async function digestOf(database: Database, collection: SyncCollection, userId: number) {
  const rows = database
    .collection<ReplicatedDocument>(collection)
    .find({ userId: ownerRead(collection, userId), deleted: false }, { projection: { _id: 0, uid: 1, balance: 1 } })
    .sort({ uid: 1 });
  const digest = createHash("sha256");
  let count = 0;
  for await (const mark of marksOf(collection, rows)) {
    digest.update(count === 0 ? mark : `\n${mark}`);
    count += 1;
  }
  return { name: collection, rows: count, digest: digest.digest("hex") };
}

/** The marks of rows that are read by uid. Those of balances say more, and are ordered here: an account has a thousand at most. */
async function* marksOf(collection: SyncCollection, rows: AsyncIterable<ReplicatedDocument>): AsyncGenerator<string> {
  if (collection === "balances") {
    const marks: string[] = [];
    for await (const row of rows) marks.push(rowMark(collection, row));
    yield* marksInOrder(marks);
    return;
  }
  for await (const row of rows) yield rowMark(collection, row);
}
