import type { ClientSession, Collection } from "mongodb";
import { isByPrice } from "#schemas/standing-legs.ts";
import type { KeptTerms, StandingOrderRow, StandingOrderState, StandingTerms } from "#schemas/standing-orders.ts";
import type { KeptPayment } from "#schemas/standing-payments.ts";
import type { ErrorCode } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { putReplicated, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StoredWatch } from "./watches.ts";

type Told = Omit<StandingOrderRow, "uid" | "id" | "_deleted" | "terms" | "nextAt" | "placedAt" | "changedAt">;

/** A standing order: what its row says, and what carries it on. */
export interface StoredStanding<Terms = KeptTerms> extends Told, Partial<StoredWatch> {
  readonly terms: Terms;
  readonly nextAt: Date | null;
  readonly placedAt: Date;
  readonly changedAt: Date;
  readonly expiresAt: Date | null;
  /** From when on it acts: of what goes by dates the first, by which the others go. Null of others from before that was kept. */
  readonly firstDate: Date | null;
  /** How many runs there were, whatever became of them; of repeated payments how many dates are behind it. */
  readonly runsBegun: number;
  /** Of the newest ledger that `mark` takes into account; null of what has none. */
  readonly markLedger: number | null;
  /** Of a repeated payment, see {@link PaymentPlace}. */
  readonly payableFrom?: Date | null;
  /** Of the run that is under way; null while there is none. */
  readonly submissionId: number | null;
  /** What keeps a run that is due from going out, and since when; null for nothing. */
  readonly trouble: { readonly code: ErrorCode; readonly since: Date } | null;
  /** Digest of what was confirmed, by which a key reused for another order is found out. */
  readonly fingerprint: string;
  /** Rises with each change: whoever changes it names what they saw. */
  readonly version: number;
  /** Over what its owner confirmed, and how far a trailing stop followed. */
  readonly seal?: string;
}
export type TradeOrder = ReplicatedDocument & StoredStanding<StandingTerms>;
export type PaymentOrder = ReplicatedDocument & StoredStanding<KeptPayment>;
export type StandingDocument = TradeOrder | PaymentOrder;
export type StandingFields = Partial<Omit<StoredStanding, "version" | "changedAt">>;

export const STANDING_ORDERS = "durable_orders";

/**
 * What its owner confirmed: each run is accepted by that alone, and each of a number once. And the mark of a trailing stop, by which
 * alone it goes out.
 */
export const STANDING_KIND: SealedKind<StandingDocument> = {
  collection: STANDING_ORDERS,
  contentOf: ({ id, userId, uid, terms, agreed, fingerprint, expiresAt, firstDate, mark, markLedger }) => ({
    id,
    userId,
    uid,
    terms,
    agreed,
    fingerprint,
    expiresAt,
    firstDate,
    // Nothing where there is none: so the seals of orders from before there were marks hold.
    mark: mark ?? undefined,
    markLedger: markLedger ?? undefined,
  }),
};

export function standingCollection(database: Database): Collection<StandingDocument> {
  return database.collection<StandingDocument>(STANDING_ORDERS);
}

/** States in which something is still to come. */
export const LIVE_STATES: readonly StandingOrderState[] = ["waiting", "running"];

/** What a person has waiting, the oldest first. */
export function liveOrdersOf(
  { database }: { readonly database: Database },
  userId: number,
): Promise<StandingDocument[]> {
  return standingCollection(database)
    .find({ userId, state: { $in: [...LIVE_STATES] }, deleted: false }, { sort: { id: 1 } })
    .toArray();
}

export function isPaymentOrder(order: StandingDocument): order is PaymentOrder {
  return order.terms.kind === "payment";
}

export function isOneShot(terms: KeptTerms): boolean {
  return isByPrice(terms);
}

/**
 * Changes an order, if it still is as it was seen, within the transaction of what the change goes with; answers whether it was. Two
 * who saw the same order conflict, so that one of them comes to see what the other made of it.
 */
export async function moveOrder(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  seen: StandingDocument,
  fields: StandingFields,
): Promise<boolean> {
  const { userId, uid, version } = seen;
  const now = await standingCollection(database).findOne(
    { userId, uid, deleted: false },
    { session, projection: { _id: 0, version: 1 } },
  );
  if (now?.version !== version) return false;
  const changed = { ...fields, version: version + 1, changedAt: clock.now() };
  await putReplicated(database, session, STANDING_ORDERS, userId, [{ uid, fields: changed }]);
  return true;
}

/** Seals an order in the transaction that placed it. */
export async function sealOrder(
  database: Database,
  session: ClientSession,
  key: Pick<StandingDocument, "userId" | "uid">,
): Promise<void> {
  const orders = standingCollection(database);
  const { userId, uid } = key;
  const placed = await orders.findOne({ userId, uid }, { session });
  if (!placed) throw new Error(`the order ${uid} was not stored`);
  await orders.updateOne({ userId, uid }, { $set: { seal: sealRow(database, STANDING_KIND, placed) } }, { session });
}

export const standingIndexes: Migration = {
  number: 29,
  name: "durable orders by owner, price, time and run",
  run: async (database) => {
    await standingCollection(database).createIndexes([
      { key: { userId: 1, uid: 1 }, unique: true },
      { key: { userId: 1, revision: 1 }, unique: true },
      { key: { userId: 1, state: 1 } },
      { key: { state: 1, pair: 1, watch: 1, trigger: 1 } },
      { key: { state: 1, nextAt: 1 } },
      { key: { state: 1, expiresAt: 1 } },
      { key: { submissionId: 1 } },
    ]);
  },
};

export const secondWatches: Migration = {
  number: 78,
  name: "durable orders by their second price",
  run: async (database) => {
    const orders = standingCollection(database);
    await orders.updateMany({ mark: { $exists: false } }, { $set: { mark: null, markLedger: null } });
    await orders.createIndexes([{ key: { state: 1, otherWatch: 1, pair: 1, otherTrigger: 1 } }]);
  },
};

export const announcingIndex: Migration = {
  number: 81,
  name: "repeated payments that are not announced yet",
  run: async (database) => {
    await standingCollection(database).createIndex({ "terms.kind": 1, payableFrom: 1, nextAt: 1 });
  },
};
