import type {
  ContentDraft,
  ContentEntry,
  ContentItemOutput,
  ContentVersion,
  ScheduledPublish,
  VersionOutput,
  VersionsOutput,
  WritingNow,
} from "#schemas/content/desk.ts";
import type * as v from "valibot";
import { type Content, type ContentKind, languagesOf } from "#schemas/content/items.ts";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { publishedItems, titleOf } from "./check-publishing.ts";
import { findPublication } from "./published/documents.ts";
import { itemName, readSnapshot } from "./published/read-published.ts";
import { nameIn, usernamesOf } from "./refuse.ts";
import {
  type Draft,
  draftsOf,
  findDraft,
  findLock,
  findVersion,
  type Lock,
  locksAt,
  lockOf,
  type Schedule,
  type Version,
  versionsOf,
  type Which,
} from "./store.ts";

type Names = ReadonlyMap<number, string>;

/** Versions on one page of a history. */
const PAGE = 50;

/** What there is to write, of one kind or of all: what is public, and what is drafted. */
export async function listContent(runtime: Runtime, kind: ContentKind | undefined): Promise<ContentEntry[]> {
  const { database, clock, log } = runtime;
  const [snapshot, drafts, locks] = await Promise.all([
    readSnapshot(database, log),
    draftsOf(database).find({}).toArray(),
    locksAt(database, clock.now()),
  ]);
  const published = publishedItems(snapshot);
  const draftOf = new Map(drafts.map((draft) => [itemName(draft.kind, draft.key), draft]));
  const fresh = drafts.filter((draft) => !snapshot.items.has(itemName(draft.kind, draft.key)));
  const names = await usernamesOf(runtime, [
    ...drafts.flatMap(peopleOf),
    ...published.flatMap(({ author }) => author ?? []),
    ...[...locks.values()].map(({ operatorId }) => operatorId),
  ]);
  return [...published, ...fresh]
    .filter((item) => kind === undefined || item.kind === kind)
    .map(({ kind: itemKind, key, content }) => {
      const which = { kind: itemKind, key };
      const publication = snapshot.items.get(itemName(itemKind, key)) ?? null;
      const draft = draftOf.get(itemName(itemKind, key)) ?? null;
      return {
        ...which,
        title: titleOf(content),
        place: placeOf(content),
        languages: [...languagesOf(content.kind === "menu" ? content.name : content.words)],
        version: publication?.version ?? null,
        publishedAt: publication?.publishedAt.toISOString() ?? null,
        isDefault: publication !== null && publication.author === null,
        hasDraft: draft !== null,
        editedAt: draft?.editedAt.toISOString() ?? null,
        editedBy: draft && person(names, draft.editedBy),
        writing: writingNow(names, lockOf(locks, which)),
        scheduled: draft && scheduledAs(names, draft.scheduled),
      };
    });
}

/** Everything of one item, as it is at this moment. */
export async function readItem(runtime: Runtime, { kind, key }: Which): Promise<ContentItemOutput> {
  const { database, clock } = runtime;
  const which = { kind, key };
  const { draft, published } = await database.transaction(async (session) => {
    const publication = await findPublication(database, session, kind, key);
    const version = publication && (await findVersion(database, session, which, publication.version));
    return { draft: await findDraft(database, session, which), published: version };
  });
  const lock = await findLock(database, which, clock.now());
  const names = await usernamesOf(runtime, [
    ...(draft ? peopleOf(draft) : []),
    ...(published?.author ? [published.author] : []),
    ...(lock ? [lock.operatorId] : []),
  ]);
  return {
    ...which,
    published: published && { ...describeVersion(names, published), content: published.content },
    draft: draft && describeDraft(names, draft),
    writing: writingNow(names, lock),
  };
}

/** A page of what was public of an item, the newest first. */
export async function listVersions(
  runtime: Runtime,
  { kind, key, before }: Which & { readonly before?: number | undefined },
): Promise<VersionsOutputOf> {
  const found = await versionsOf(runtime.database)
    .find(
      { kind, key, ...(before !== undefined && { version: { $lt: before } }) },
      { projection: { _id: 0, content: 0 } },
    )
    .sort({ version: -1 })
    .limit(PAGE + 1)
    .toArray();
  const names = await usernamesOf(
    runtime,
    found.flatMap(({ author }) => author ?? []),
  );
  return {
    versions: found.slice(0, PAGE).map((each) => describeVersion(names, each)),
    hasMore: found.length > PAGE,
  };
}
type VersionsOutputOf = v.InferOutput<typeof VersionsOutput>;

/** One of them with what it says. Throws `content-unknown`. */
export async function readVersion(
  runtime: Runtime,
  { version, ...which }: Which & { readonly version: number },
): Promise<v.InferOutput<typeof VersionOutput>> {
  const found = await findVersion(runtime.database, null, which, version);
  if (!found) throw new AppError("content-unknown");
  const names = await usernamesOf(runtime, found.author === null ? [] : [found.author]);
  return { ...describeVersion(names, found), content: found.content };
}

function describeVersion(
  names: Names,
  { version, publishedAt, author, reason, hash }: Omit<Version, "content">,
): v.InferOutput<typeof ContentVersion> {
  return { version, publishedAt: publishedAt.toISOString(), author: person(names, author), reason, hash };
}

function describeDraft(
  names: Names,
  { revision, baseVersion, content, editedAt, editedBy, scheduled }: Draft,
): v.InferOutput<typeof ContentDraft> {
  const by = person(names, editedBy);
  const edited = { editedAt: editedAt.toISOString(), editedBy: by };
  return { revision, baseVersion, content, ...edited, scheduled: scheduledAs(names, scheduled) };
}

function peopleOf({ editedBy, scheduled }: Draft): number[] {
  return scheduled ? [editedBy, scheduled.operatorId] : [editedBy];
}

function person(names: Names, operatorId: number | null) {
  return operatorId === null ? null : { operatorId, username: nameIn(names, operatorId) };
}

function writingNow(names: Names, lock: Lock | null): WritingNow | null {
  return (
    lock && { operatorId: lock.operatorId, username: nameIn(names, lock.operatorId), until: lock.until.toISOString() }
  );
}

function scheduledAs(names: Names, schedule: Schedule | null): v.InferOutput<typeof ScheduledPublish> | null {
  if (schedule === null) return null;
  const { at, operatorId } = schedule;
  return { at: at.toISOString(), operatorId, username: nameIn(names, operatorId) };
}

/** What an item's kind is further told by. */
function placeOf(content: Content): string {
  if (content.kind === "page") return content.group;
  return content.kind === "block" ? content.place : content.location;
}
