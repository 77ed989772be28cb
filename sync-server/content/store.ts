import { createHash } from "node:crypto";
import { type ClientSession, type Collection, type Document, MongoServerError } from "mongodb";
import type { Content, ContentKind } from "#schemas/content/items.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { canonical } from "#server/platform/seals/canonical.ts";

/** Which page, block or menu. */
export interface Which {
  readonly kind: ContentKind;
  readonly key: string;
}

/** When a draft is to be published by itself, as whoever said so may publish it. */
export interface Schedule {
  readonly at: Date;
  readonly operatorId: number;
  readonly reason: string;
}

/** What is being written, and no reader sees. */
export interface Draft extends Document, Which {
  readonly content: Content;
  readonly revision: number;
  /** The version that is public; 0 for none. Whatever changes that, changes this with it or takes the draft away. */
  readonly baseVersion: number;
  readonly editedAt: Date;
  readonly editedBy: number;
  readonly scheduled: Schedule | null;
}

/** What was public once, or is. Rows are only ever added. */
export interface Version extends Document, Which {
  readonly version: number;
  readonly content: Content;
  readonly hash: string;
  readonly publishedAt: Date;
  /** Null for what Astrolabe came with. */
  readonly author: number | null;
  readonly reason: string;
}

/** Who writes an item, and until when unless they go on. */
export interface Lock {
  readonly operatorId: number;
  readonly until: Date;
}

/** What all acts on one item write, so that no two of them decide by what the other changes. */
interface Desk extends Document {
  readonly _id: string;
  /** The last revision that a draft of it had. None is ever given twice: who saves from an old one is told so. */
  readonly revision: number;
  readonly acts: number;
  readonly lock: Lock | null;
}

const DUPLICATE_KEY = 11_000;

export const contentIndexes: Migration = {
  number: 115,
  name: "what operators write: drafts, versions and menus by their keys",
  run: async (database) => {
    await draftsOf(database).createIndex({ kind: 1, key: 1 }, { unique: true });
    await draftsOf(database).createIndex({ "scheduled.at": 1 });
    await versionsOf(database).createIndex({ kind: 1, key: 1, version: 1 }, { unique: true });
    const menus = database.collection("navigation_menus");
    // Nothing of ours wrote any before there were keys.
    for await (const { _id, id } of menus.find({ menuKey: { $exists: false } }))
      await menus.updateOne({ _id }, { $set: { menuKey: `former-${id}` } });
    await menus.createIndex({ menuKey: 1 }, { unique: true });
    await database.collection("navigation_menu_items").createIndex({ menuId: 1 });
  },
};

export function draftsOf(database: Database): Collection<Draft> {
  return database.collection<Draft>("content_drafts");
}

export function versionsOf(database: Database): Collection<Version> {
  return database.collection<Version>("content_versions");
}

export function desksOf(database: Database): Collection<Desk> {
  return database.collection<Desk>("content_desks");
}

function deskId({ kind, key }: Which): string {
  return `${kind} ${key}`;
}

/** Has the desk of an item there before a transaction writes it: of two that make it within theirs, one would fail. */
export async function openDesk(database: Database, which: Which): Promise<void> {
  try {
    const fresh = { revision: 0, acts: 0, lock: null };
    await desksOf(database).updateOne({ _id: deskId(which) }, { $setOnInsert: fresh }, { upsert: true });
  } catch (error) {
    // Another one made it at the same moment.
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
  }
}

/** Has this transaction and every other act on the item exclude each other; answers with who writes there. */
export async function takeDesk(database: Database, session: ClientSession, which: Which): Promise<Desk> {
  const desk = await desksOf(database).findOneAndUpdate(
    { _id: deskId(which) },
    { $inc: { acts: 1 } },
    { session, returnDocument: "after" },
  );
  if (!desk) throw new Error(`the desk of ${deskId(which)} was not opened`);
  return desk;
}

export async function writeDesk(
  database: Database,
  session: ClientSession,
  which: Which,
  set: Partial<Pick<Desk, "revision" | "lock">>,
): Promise<void> {
  await desksOf(database).updateOne({ _id: deskId(which) }, { $set: set }, { session });
}

export async function findLock(database: Database, which: Which, now: Date): Promise<Lock | null> {
  const desk = await desksOf(database).findOne({ _id: deskId(which) });
  return lockAt(desk, now);
}

/** Who writes there at this moment. */
export function lockAt(desk: Pick<Desk, "lock"> | null, now: Date): Lock | null {
  const lock = desk?.lock ?? null;
  return lock !== null && lock.until > now ? lock : null;
}

/** All locks that hold, by the name of their desk. */
export async function locksAt(database: Database, now: Date): Promise<ReadonlyMap<string, Lock>> {
  const held = await desksOf(database)
    .find({ "lock.until": { $gt: now } })
    .toArray();
  return new Map(held.flatMap((desk) => (desk.lock ? [[desk._id, desk.lock]] : [])));
}

export function lockOf(locks: ReadonlyMap<string, Lock>, which: Which): Lock | null {
  return locks.get(deskId(which)) ?? null;
}

export function findDraft(database: Database, session: ClientSession | null, which: Which): Promise<Draft | null> {
  const { kind, key } = which;
  return draftsOf(database).findOne({ kind, key }, { ...inSession(session), projection: { _id: 0 } });
}

export function findVersion(
  database: Database,
  session: ClientSession | null,
  { kind, key }: Which,
  version: number,
): Promise<Version | null> {
  return versionsOf(database).findOne({ kind, key, version }, { ...inSession(session), projection: { _id: 0 } });
}

/** The newest version that there ever was. */
export function newestVersion(database: Database, session: ClientSession, { kind, key }: Which) {
  return versionsOf(database).findOne({ kind, key }, { session, sort: { version: -1 }, projection: { _id: 0 } });
}

/** Tells apart what is said: two that say the same have the same. */
export function hashOf(content: Content): string {
  return createHash("sha256").update(canonical(content)).digest("hex");
}
