import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { Content, contentMedia } from "#schemas/content/items.ts";
import { AppError } from "#schemas/errors.ts";
import { type Authority, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Addresses } from "./addresses.ts";
import { checkPublishing, linkedInto, lostParts, refuseLinked, refuseLinkedParts } from "./check-publishing.ts";
import { materialise, withdraw } from "./materialise.ts";
import { mediaWithin } from "./media/store.ts";
import { findPublication, pageKeysWithin } from "./published/documents.ts";
import { readPagesWithin, readSnapshotWithin } from "./published/read-published.ts";
import { namingWriters, refuseOthers } from "./refuse.ts";
import {
  type Draft,
  draftsOf,
  findDraft,
  hashOf,
  newestVersion,
  openDesk,
  takeDesk,
  type Version,
  versionsOf,
  type Which,
} from "./store.ts";

/** What publishing needs beside the runtime. */
export interface Publishing {
  readonly runtime: Runtime;
  readonly addresses: Addresses;
}

/**
 * Makes the draft that was looked at public. Throws `content-no-draft`, `content-moved`, `content-written`, `content-same`, and like
 * {@link checkPublishing}: then nothing has changed.
 */
export async function publishDraft(
  publishing: Publishing,
  by: Authority,
  { revision, ...which }: Which & { readonly revision: number },
): Promise<void> {
  const { runtime } = publishing;
  const { database, clock } = runtime;
  await openDesk(database, which);
  await namingWriters(runtime, () =>
    database.transaction(async (session) => {
      const desk = await takeDesk(database, session, which);
      const draft = await findDraft(database, session, which);
      if (!draft) throw new AppError("content-no-draft");
      if (draft.revision !== revision) throw new AppError("content-moved");
      refuseOthers(desk, by.operatorId, clock.now());
      await publishWithin(publishing, session, by, draft);
    }),
  );
}

/** The same of a draft that the transaction has read, once it has its desk. */
export async function publishWithin(
  { runtime, addresses }: Publishing,
  session: ClientSession,
  by: Authority,
  draft: Pick<Draft, "kind" | "key" | "content">,
): Promise<void> {
  const { database, clock, log } = runtime;
  const { kind, key } = draft;
  const content = v.parse(Content, draft.content);
  const hash = hashOf(content);
  const former = await findPublication(database, session, kind, key);
  if (former?.hash === hash) throw new AppError("content-same");
  const pages = await pageKeysWithin(database, session);
  const media = await mediaWithin(database, session, contentMedia(content));
  const own = kind === "page" && former ? [key] : [];
  const targets = await readPagesWithin(database, session, log, [...linkedInto(content), ...own]);
  checkPublishing(draft, content, { addresses, pages, targets, media });
  const replaced = own.length > 0 ? targets.get(key) : undefined;
  const lost = replaced ? lostParts(replaced, content) : [];
  if (lost.length > 0) refuseLinkedParts(await readSnapshotWithin(database, session, log), draft, lost);
  const newest = await newestVersion(database, session, draft);
  const isAgain = former === null && newest?.hash === hash;
  const version = isAgain ? newest.version : (newest?.version ?? 0) + 1;
  const change = {
    before: { kind, key, version: former?.version ?? null, hash: former?.hash ?? null },
    after: { kind, key, version, hash },
  };
  await noteAct(runtime, session, by, { action: "publish-content", userId: null, details: `${kind} ${key}`, change });
  const { operatorId: author, reason } = by;
  // What was taken away and comes back as it was is the version that it was.
  const frozen = isAgain ? newest : { kind, key, version, content, hash, publishedAt: clock.now(), author, reason };
  if (!isAgain) await versionsOf(database).insertOne({ ...frozen }, { session });
  await materialise(runtime, session, draft, frozen);
  await draftsOf(database).deleteOne({ kind, key }, { session });
}

/** Takes what is public away from its readers. Throws `content-unknown`, `content-published` of another version, `content-linked`. */
export async function unpublish(
  runtime: Runtime,
  by: Authority,
  { version, ...which }: Which & Pick<Version, "version">,
): Promise<void> {
  const { database, log } = runtime;
  const { kind, key } = which;
  await openDesk(database, which);
  await database.transaction(async (session) => {
    await takeDesk(database, session, which);
    const former = await findPublication(database, session, kind, key);
    if (!former) throw new AppError("content-unknown");
    if (former.version !== version) throw new AppError("content-published");
    refuseLinked(await readSnapshotWithin(database, session, log), which);
    const change = {
      before: { kind, key, version, hash: former.hash },
      after: { kind, key, version: null, hash: null },
    };
    await noteAct(runtime, session, by, {
      action: "unpublish-content",
      userId: null,
      details: `${kind} ${key}`,
      change,
    });
    await withdraw(runtime, session, which);
    await draftsOf(database).updateOne({ kind, key }, { $set: { baseVersion: 0 } }, { session });
  });
}
