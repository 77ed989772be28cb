import { createHash } from "node:crypto";
import { Binary, MongoServerError } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { materialise } from "./materialise.ts";
import { drawMedia } from "./media/draw-media.ts";
import { mediaOf } from "./media/store.ts";
import { findPublication, pagesOf } from "./published/documents.ts";
import { findDraft, hashOf, newestVersion, openDesk, takeDesk, versionsOf } from "./store.ts";
import type { DefaultItem, DefaultPicture } from "./defaults/read-defaults.ts";

/** What a database is given that has nothing of it yet. */
export interface DefaultSource {
  /** Pictures get their ids when they are drawn anew: they are asked for by name. */
  content(mediaIdOf: (name: string) => string): Promise<readonly DefaultItem[]>;
  pictures(): Promise<readonly DefaultPicture[]>;
}

const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
/** Looked at once at each start; later by the way, where another process died over it. */
const PAUSE_MS = 60 * 60 * 1000;
const DUPLICATE_KEY = 11_000;

/** Loads what Astrolabe comes with, in one process at a time. */
export function startLoadingDefaults(runtime: Runtime, leases: Leases, source: DefaultSource): Pick<Loop, "stop"> {
  return startLeasedLoop({
    name: "default-content",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: async (fenced, signal) => {
      await loadDefaults(fenced, source, signal);
      return PAUSE_MS;
    },
  });
}

/**
 * Publishes what nobody has written under its key, and what a later Astrolabe says otherwise where it still is what a former one came
 * with. What operators have published, taken away or begun to write is theirs. Ended half-way, the next run does the rest.
 */
export async function loadDefaults(runtime: Runtime, source: DefaultSource, signal: AbortSignal): Promise<void> {
  const ids = new Map<string, string>();
  for (const picture of await source.pictures()) {
    if (signal.aborted) return;
    ids.set(picture.name, await keepPicture(runtime, picture));
  }
  if (signal.aborted) return;
  const items = await source.content((name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`there is no default picture ${name}`);
    return id;
  });
  // Menus lead to pages, which are there before them.
  const ordered = [...items].toSorted((one, other) => orderOf(one) - orderOf(other));
  for (const item of ordered) {
    if (signal.aborted) return;
    await loadOne(runtime, item);
  }
}

function orderOf({ content }: DefaultItem): number {
  return ["page", "block", "menu"].indexOf(content.kind);
}

async function loadOne(runtime: Runtime, { key, content }: DefaultItem): Promise<void> {
  const { database, clock } = runtime;
  const { kind } = content;
  const which = { kind, key };
  const hash = hashOf(content);
  // At most starts there is nothing to do.
  if ((await findPublication(database, null, kind, key))?.hash === hash) return;
  await openDesk(database, which);
  await database.transaction(async (session) => {
    await takeDesk(database, session, which);
    const former = await findPublication(database, session, kind, key);
    const newest = await newestVersion(database, session, which);
    const isTheirs = former ? former.author !== null || former.hash === hash : newest !== null;
    if (isTheirs || (await findDraft(database, session, which))) return;
    const publication = { version: (newest?.version ?? 0) + 1, publishedAt: clock.now(), author: null, hash, content };
    await versionsOf(database).insertOne({ ...which, ...publication, reason: "" }, { session });
    await materialise(runtime, session, which, publication);
  });
}

/** Drawn once: a file that was drawn before is known by what is in it. */
async function keepPicture({ database, clock }: Runtime, { name, alt, file }: DefaultPicture): Promise<string> {
  const source = createHash("sha256").update(file).digest("hex");
  const media = mediaOf(database);
  const known = await media.findOne({ source }, { projection: { _id: 1 } });
  if (known) return known._id;
  const { mediaId, webp, width, height } = await drawMedia(file);
  const fields = { name, alt, width, height, bytes: webp.length, addedAt: clock.now(), addedBy: null };
  try {
    await media.updateOne(
      { _id: mediaId },
      { $set: { source }, $setOnInsert: { ...fields, webp: new Binary(webp) } },
      { upsert: true },
    );
  } catch (error) {
    // Somebody added the same picture at the same moment.
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
  }
  return mediaId;
}

/** Legal pages that are still what Astrolabe came with: whoever runs this has to replace them. */
export function waitingLegal(database: Database): Promise<Waiting> {
  return countWaiting(pagesOf(database), { group: "legal", author: null, version: { $exists: true } }, "publishedAt");
}
