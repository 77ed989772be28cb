import type { Binary, ClientSession, Collection, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";

/** A picture of the library. Its bytes never change: it is named by what is in them. */
export interface Media extends Document {
  /** The first 32 hex digits of the SHA-256 of its bytes. */
  readonly _id: string;
  readonly name: string;
  /** What it shows, as it is suggested wherever it is put. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly addedAt: Date;
  /** Null for what Astrolabe came with. */
  readonly addedBy: number | null;
  readonly webp: Binary;
  /** SHA-256 of the file that it was drawn from, of what Astrolabe came with. */
  readonly source?: string;
}

export function mediaOf(database: Database): Collection<Media> {
  return database.collection<Media>("content_media");
}

/** Of these pictures, those that are there. */
export async function mediaWithin(
  database: Database,
  session: ClientSession,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await mediaOf(database)
    .find({ _id: { $in: [...new Set(ids)] } }, { session, projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

/** The bytes of a picture; null where there is none. */
export async function findMedia(database: Database, mediaId: string): Promise<Buffer | null> {
  const found = await mediaOf(database).findOne({ _id: mediaId }, { projection: { webp: 1 } });
  return found ? Buffer.from(found.webp.value()) : null;
}
