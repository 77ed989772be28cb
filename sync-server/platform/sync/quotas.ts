import type { ClientSession } from "mongodb";
import type { ErrorCode } from "#schemas/errors.ts";
import { MOST_CONTACTS } from "#schemas/contacts.ts";
import { MOST_PRICE_ALERTS } from "#schemas/price-alerts.ts";
import type { SyncCollection } from "#schemas/protocol.ts";
import { MOST_WATCHED } from "#schemas/watchlist.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { ReplicatedDocument, ReplicatedWrite } from "#server/platform/db/replicated.ts";
import { POLICY } from "./policy.ts";

/** What one person may keep of a collection to which devices add. */
export interface Quota {
  /** Documents that stand. */
  readonly rows: number;
  /** JSON bytes of what devices wrote in them. */
  readonly bytes: number;
  /** Removed documents whose removal is remembered for devices that were away; the oldest are forgotten. */
  readonly graves: number;
  /** With which a row is refused that does not fit any more. */
  readonly code: ErrorCode;
}

/** Every collection to which devices may add; of all others their owners have as many documents as the server made. */
export const QUOTAS = {
  contacts: { rows: MOST_CONTACTS, bytes: 2 * 1024 * 1024, graves: 5000, code: "contacts-full" },
  price_alerts: { rows: MOST_PRICE_ALERTS, bytes: 128 * 1024, graves: 500, code: "price-alerts-full" },
  watchlist: { rows: MOST_WATCHED, bytes: 128 * 1024, graves: 500, code: "watchlist-full" },
} as const satisfies Partial<Record<SyncCollection, Quota>>;

/** How much a person keeps of a collection, counted along with every push. */
interface Usage {
  /** The collection and the owner. */
  readonly _id: string;
  readonly rows: number;
  readonly bytes: number;
  readonly graves: number;
}

/** What a push may write. */
export interface Fitting {
  readonly writes: readonly ReplicatedWrite[];
  readonly refused: readonly { readonly uid: string; readonly code: ErrorCode }[];
  /** To be called in the same transaction, after the writes: notes the usage and forgets graves. */
  readonly note: () => Promise<void>;
}

export const SYNC_USAGE = "sync_usage";
/** Forgotten beyond the quota, so that not every removal has to look for an older one. */
const SLACK_GRAVES = 500;

/**
 * The writes that fit what their owner may keep. Removals come first, so that what they make room for is written in the same
 * push; a write that takes no more room than what it replaces always fits. Each push of an owner and collection writes their
 * counters, so of two at once the later one runs again, upon the earlier one's.
 */
export async function fitQuota(
  database: Database,
  session: ClientSession,
  collection: SyncCollection,
  owner: number,
  { writes, stored }: { readonly writes: readonly ReplicatedWrite[]; readonly stored: readonly ReplicatedDocument[] },
): Promise<Fitting> {
  const quota = quotaOf(collection);
  if (quota === null || writes.length === 0) return { writes, refused: [], note: () => Promise.resolve() };
  const former = new Map(stored.map((document) => [document.uid, sizeOfStored(collection, document)]));
  const used = await usageOf(database, session, collection, owner);
  const left = { rows: used.rows, bytes: used.bytes, graves: used.graves };
  const tooMuch = new Set<string>();
  for (const write of writes.toSorted((one, other) => Number(other.deleted) - Number(one.deleted))) {
    const before = former.get(write.uid) ?? NOTHING;
    const after = sizeOf(write.fields, write.deleted ?? false);
    const rows = left.rows + after.rows - before.rows;
    const bytes = left.bytes + after.bytes - before.bytes;
    const grows = after.rows > before.rows || after.bytes > before.bytes;
    if (grows && (rows > quota.rows || bytes > quota.bytes)) tooMuch.add(write.uid);
    else Object.assign(left, { rows, bytes, graves: left.graves + after.graves - before.graves });
  }
  return {
    writes: writes.filter(({ uid }) => !tooMuch.has(uid)),
    refused: [...tooMuch].map((uid) => ({ uid, code: quota.code })),
    note: async () => {
      if (tooMuch.size === writes.length) return;
      const surplus = left.graves > quota.graves ? left.graves - quota.graves + SLACK_GRAVES : 0;
      const graves = left.graves - (await forgetGraves(database, session, { collection, owner, surplus }));
      await usages(database).replaceOne(
        { _id: usageId(collection, owner) },
        { rows: left.rows, bytes: left.bytes, graves },
        { session, upsert: true },
      );
    },
  };
}

const NOTHING = { rows: 0, bytes: 0, graves: 0 };

function sizeOf(fields: Readonly<Record<string, unknown>>, isDeleted: boolean): typeof NOTHING {
  if (isDeleted) return { rows: 0, bytes: 0, graves: 1 };
  return { rows: 1, bytes: Buffer.byteLength(JSON.stringify(fields)), graves: 0 };
}

function sizeOfStored(collection: SyncCollection, document: ReplicatedDocument): typeof NOTHING {
  const written = [...POLICY[collection].writable, "editedAt"].map((field) => [field, document[field]]);
  return sizeOf(Object.fromEntries(written), document.deleted);
}

/** As counted; once, for whoever pushed before anything was, from the documents themselves. */
async function usageOf(
  database: Database,
  session: ClientSession,
  collection: SyncCollection,
  owner: number,
): Promise<typeof NOTHING> {
  const counted = await usages(database).findOne({ _id: usageId(collection, owner) }, { session });
  if (counted) return counted;
  const sum = { ...NOTHING };
  const documents = database.collection<ReplicatedDocument>(collection).find({ userId: owner }, { session });
  for await (const document of documents) {
    const { rows, bytes, graves } = sizeOfStored(collection, document);
    Object.assign(sum, { rows: sum.rows + rows, bytes: sum.bytes + bytes, graves: sum.graves + graves });
  }
  return sum;
}

/** Forgets the oldest graves: a device that was away since may show again what was removed, and nothing is lost by it. */
async function forgetGraves(
  database: Database,
  session: ClientSession,
  { collection, owner, surplus }: { collection: SyncCollection; owner: number; surplus: number },
): Promise<number> {
  if (surplus === 0) return 0;
  const documents = database.collection<ReplicatedDocument>(collection);
  const oldest = await documents
    .find({ userId: owner, deleted: true }, { session, projection: { _id: 0, uid: 1 } })
    .sort({ revision: 1 })
    .limit(surplus)
    .toArray();
  const forgotten = await documents.deleteMany(
    { userId: owner, uid: { $in: oldest.map(({ uid }) => uid) } },
    { session },
  );
  return forgotten.deletedCount;
}

function quotaOf(collection: SyncCollection): Quota | null {
  const quotas: Partial<Record<SyncCollection, Quota>> = QUOTAS;
  return quotas[collection] ?? null;
}

function usages(database: Database) {
  return database.collection<Usage>(SYNC_USAGE);
}

function usageId(collection: SyncCollection, owner: number): string {
  return `${collection}:${owner}`;
}
