import type { ClientSession, Collection, Document } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";

/** What arrived at a house account: of one operation, in one asset. */
export interface Arrival extends AssetName {
  /** Of the ledger; unique. */
  readonly operationId: string;
  /** The house account (G...) that received it. */
  readonly account: string;
  /** Stroops. */
  readonly amount: bigint;
  /** G... or M... */
  readonly from: string;
  /** G... or, where the payer named a number with it, M... */
  readonly to: string;
  readonly memo: string;
  readonly ledger: number;
  readonly hash: string;
  readonly arrivedAt: Date;
}

export type SuspenseState = "open" | "claimed" | "returned";

/** Money of somebody's that the house keeps until an operator says whose it is. */
export interface SuspenseItem extends AssetName, Document {
  readonly id: number;
  readonly operationId: string;
  readonly account: string;
  /** Stroops as decimal text. */
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  readonly memo: string;
  readonly ledger: number;
  readonly hash: string;
  readonly arrivedAt: Date;
  /** When it was recorded, under the seal; absent in those from before that was kept. */
  readonly knownSince?: Date;
  readonly state: SuspenseState;
  /** Whom it was claimed for. */
  readonly userId: number | null;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
  /** The payment that carries the decision out, and how many were begun; a failed one may be followed by another. */
  readonly submissionId: number | null;
  readonly attempts: number;
  /** Whether its payment is in a ledger: the house owes nothing any more. */
  readonly isSettled: boolean;
  readonly version: number;
  readonly seal?: string;
}

const SUSPENSE_ITEMS = "suspense_items";

/** What came from whom, and whether it was paid on. */
export const SUSPENSE_KIND: SealedKind<Omit<SuspenseItem, "_id">> = {
  collection: SUSPENSE_ITEMS,
  contentOf: ({ id, operationId, account, assetCode, issuer, amount, from, knownSince, ...decided }) => {
    const { state, submissionId, attempts } = decided;
    const arrival = { id, operationId, account, assetCode, issuer, amount, from, knownSince };
    return { ...arrival, state, submissionId, attempts };
  },
};

export function suspenseCollection(database: Database): Collection<SuspenseItem> {
  return database.collection<SuspenseItem>(SUSPENSE_ITEMS);
}

/** Records arrivals in the transaction that folds their ledger; those known already are left alone. */
export async function recordArrivals(
  database: Database,
  session: ClientSession,
  arrivals: readonly Arrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  const items = suspenseCollection(database);
  const ids = arrivals.map(({ operationId }) => operationId);
  const known = await items.find({ operationId: { $in: ids } }, { session, projection: { operationId: 1 } }).toArray();
  const knownIds = new Set(known.map(({ operationId }) => operationId));
  const fresh = arrivals.filter(({ operationId }) => !knownIds.has(operationId));
  if (fresh.length === 0) return;
  const firstId = await database.nextIds(session, SUSPENSE_ITEMS, fresh.length);
  await items.insertMany(
    fresh.map(({ amount, ...arrival }, index) => {
      const item = {
        id: firstId + index,
        ...arrival,
        amount: String(amount),
        knownSince: arrival.arrivedAt,
        state: "open" as const,
        userId: null,
        decidedBy: null,
        decidedAt: null,
        submissionId: null,
        attempts: 0,
        isSettled: false,
        version: 1,
      };
      return { ...item, seal: sealRow(database, SUSPENSE_KIND, item) };
    }),
    { session },
  );
}

/** Notes which decisions are carried out by now. */
export async function settleSuspense(database: Database): Promise<void> {
  const items = suspenseCollection(database);
  const decided = await items
    .find({ isSettled: false, state: { $in: ["claimed", "returned"] } }, { projection: { _id: 0, submissionId: 1 } })
    .toArray();
  const paying = decided.flatMap(({ submissionId }) => (submissionId === null ? [] : [submissionId]));
  if (paying.length === 0) return;
  const paid = await submissionCollection(database)
    .find(
      { id: { $in: paying }, $or: [{ state: "confirmed" }, { foundAs: "confirmed" }] },
      { projection: { _id: 0, id: 1 } },
    )
    .toArray();
  if (paid.length === 0) return;
  // By its payment: an item that was decided anew meanwhile has another.
  await items.updateMany(
    { isSettled: false, submissionId: { $in: paid.map(({ id }) => id) } },
    { $set: { isSettled: true }, $inc: { version: 1 } },
  );
}

/**
 * What accounts owe to those whose money they keep: all that is open, or whose payment failed. What is being paid is kept
 * back by its payment.
 */
export async function owedToSuspense(
  database: Database,
  addresses: readonly string[],
  session: ClientSession | null,
): Promise<{ readonly address: string; readonly asset: AssetName; readonly amount: bigint }[]> {
  const options = inSession(session);
  const unsettled = await suspenseCollection(database)
    .find({ account: { $in: [...addresses] }, isSettled: false }, options)
    .toArray();
  const paying = unsettled.flatMap(({ submissionId }) => (submissionId === null ? [] : [submissionId]));
  const failed = await submissionCollection(database)
    .find(
      { id: { $in: paying }, state: "failed", foundAs: { $ne: "confirmed" } },
      { ...options, projection: { id: 1 } },
    )
    .toArray();
  const failedIds = new Set(failed.map(({ id }) => id));
  const sums = new Map<string, { address: string; asset: AssetName; amount: bigint }>();
  for (const { account, assetCode, issuer, amount, submissionId } of unsettled) {
    if (submissionId !== null && !failedIds.has(submissionId)) continue;
    const asset = { assetCode, issuer };
    const key = `${account} ${assetKey(asset)}`;
    const sum = sums.get(key) ?? { address: account, asset, amount: 0n };
    sum.amount += BigInt(amount);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Creates the indexes by which an operation is recorded once and open items are found. */
export async function indexSuspense(database: Database): Promise<void> {
  await suspenseCollection(database).createIndexes([
    { key: { id: 1 }, unique: true },
    { key: { operationId: 1 }, unique: true },
    { key: { account: 1, isSettled: 1 } },
    { key: { isSettled: 1, state: 1, id: 1 } },
  ]);
}
