import { Binary, MongoServerError } from "mongodb";
import type { MediaEntry } from "#schemas/content/desk.ts";
import { contentMedia } from "#schemas/content/items.ts";
import { AppError } from "#schemas/errors.ts";
import { type Authority, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { publishedItems, titleOf } from "./check-publishing.ts";
import { moveOn } from "./materialise.ts";
import { drawMedia } from "./media/draw-media.ts";
import { type Media, mediaOf } from "./media/store.ts";
import { readSnapshot, readSnapshotWithin } from "./published/read-published.ts";
import { requireWriter } from "./refuse.ts";
import { type Draft, draftsOf, type Which } from "./store.ts";

/** Pictures of the library. */
const MOST_MEDIA = 1000;
const DUPLICATE_KEY = 11_000;
const ENTRY = { webp: 0 } as const;

/** What shows pictures: of what is public, and of what is being written. */
type Showing = readonly Pick<Draft, "kind" | "key" | "content">[];

/** Draws a picture anew and keeps it. The same picture is kept once. Throws `media-full`, and like {@link drawMedia}. */
export async function addMedia(
  runtime: Runtime,
  operatorId: number,
  file: Buffer,
  words: Pick<Media, "name" | "alt">,
): Promise<MediaEntry> {
  const { database, clock } = runtime;
  const { mediaId, webp, width, height } = await drawMedia(file);
  const fields = { ...words, width, height, bytes: webp.length, addedAt: clock.now(), addedBy: operatorId };
  try {
    await database.transaction(async (session) => {
      await requireWriter(runtime, session, operatorId);
      const media = mediaOf(database);
      if (await media.findOne({ _id: mediaId }, { session, projection: { _id: 1 } })) return;
      if ((await media.countDocuments({}, { session })) >= MOST_MEDIA) throw new AppError("media-full");
      await media.insertOne({ _id: mediaId, ...fields, webp: new Binary(webp) }, { session });
    });
  } catch (error) {
    // Another one added the same at the same moment.
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
  }
  const kept = await mediaOf(database).findOne({ _id: mediaId }, { projection: ENTRY });
  if (!kept) throw new AppError("picture-unknown");
  return describe(kept, await readShowing(runtime));
}

/** The pictures that there are, the newest first, and what shows each. */
export async function listMedia(runtime: Runtime): Promise<MediaEntry[]> {
  const media = await mediaOf(runtime.database).find({}, { projection: ENTRY }).sort({ addedAt: -1, _id: 1 }).toArray();
  const showing = await readShowing(runtime);
  return media.map((each) => describe(each, showing));
}

/** Removes a picture that nothing shows, nor is to show. Throws `picture-unknown`, `media-used`. */
export async function removeMedia(runtime: Runtime, by: Authority, mediaId: string): Promise<void> {
  const { database, log } = runtime;
  await database.transaction(async (session) => {
    const found = await mediaOf(database).findOne({ _id: mediaId }, { session, projection: ENTRY });
    if (!found) throw new AppError("picture-unknown");
    const snapshot = await readSnapshotWithin(database, session, log);
    const drafts = await draftsOf(database).find({}, { session }).toArray();
    const showing = [...publishedItems(snapshot), ...drafts].find(({ content }) =>
      contentMedia(content).includes(mediaId),
    );
    if (showing) throw new AppError("media-used", { name: titleOf(showing.content) });
    const { name, bytes } = found;
    const change = { before: { mediaId, name, bytes }, after: { mediaId, name: null } };
    await noteAct(runtime, session, by, {
      action: "remove-media",
      userId: null,
      details: `${name} ${mediaId}`,
      change,
    });
    await mediaOf(database).deleteOne({ _id: mediaId }, { session });
    // Nobody publishes at the same moment what shows it.
    await moveOn(runtime, session);
  });
}

async function readShowing({ database, log }: Runtime): Promise<Showing> {
  const [snapshot, drafts] = await Promise.all([readSnapshot(database, log), draftsOf(database).find({}).toArray()]);
  return [...publishedItems(snapshot), ...drafts];
}

function describe(
  { _id: mediaId, name, alt, width, height, bytes, addedAt }: Omit<Media, "webp">,
  showing: Showing,
): MediaEntry {
  const places = showing
    .filter(({ content }) => contentMedia(content).includes(mediaId))
    .map(({ kind, key }): Which => ({ kind, key }));
  const usedIn = [...new Map(places.map((place) => [`${place.kind} ${place.key}`, place])).values()];
  return { mediaId, name, alt, width, height, bytes, addedAt: addedAt.toISOString(), usedIn };
}
