import type { ClientSession } from "mongodb";
import type { DraftActInput, SaveDraftInput, WritingNow } from "#schemas/content/desk.ts";
import type { Content } from "#schemas/content/items.ts";
import { AppError } from "#schemas/errors.ts";
import { noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findPublication } from "./published/documents.ts";
import { nameIn, namingWriters, refuseOthers, requireWriter, usernamesOf } from "./refuse.ts";
import {
  type Draft,
  draftsOf,
  findDraft,
  findVersion,
  hashOf,
  lockAt,
  openDesk,
  takeDesk,
  type Which,
  writeDesk,
} from "./store.ts";

/** How long an item stays somebody's without a saving. */
const LOCK_MS = 5 * 60 * 1000;

/** Takes an item to write in, or goes on with it. Throws `content-written` while it is another's, unless it is taken over. */
export async function write(
  runtime: Runtime,
  operatorId: number,
  { isTakeOver, ...which }: Which & { readonly isTakeOver: boolean },
): Promise<WritingNow> {
  const { database, clock } = runtime;
  await openDesk(database, which);
  const until = await namingWriters(runtime, () =>
    database.transaction(async (session) => {
      await requireWriter(runtime, session, operatorId);
      const desk = await takeDesk(database, session, which);
      if (!isTakeOver) refuseOthers(desk, operatorId, clock.now());
      return lock(runtime, session, which, operatorId);
    }),
  );
  const names = await usernamesOf(runtime, [operatorId]);
  return { operatorId, username: nameIn(names, operatorId), until: until.toISOString() };
}

/** Gives an item back; whoever does not have it changes nothing. */
export async function leave({ database, clock }: Runtime, operatorId: number, which: Which): Promise<void> {
  await openDesk(database, which);
  await database.transaction(async (session) => {
    const desk = await takeDesk(database, session, which);
    if (lockAt(desk, clock.now())?.operatorId === operatorId) await writeDesk(database, session, which, { lock: null });
  });
}

async function lock(
  { database, clock }: Runtime,
  session: ClientSession,
  which: Which,
  operatorId: number,
): Promise<Date> {
  const until = new Date(clock.now().getTime() + LOCK_MS);
  await writeDesk(database, session, which, { lock: { operatorId, until } });
  return until;
}

/**
 * Saves what is being written, for whoever has the item or takes it by this. Throws `content-kind`; `content-published`, `content-moved`,
 * `content-scheduled` and `content-written` where it is not what they went on from any more. Nothing is saved then.
 */
export async function saveDraft(
  runtime: Runtime,
  operatorId: number,
  { kind, key, content, revision, baseVersion }: SaveDraftInput,
): Promise<{ readonly revision: number; readonly editedAt: string }> {
  if (content.kind !== kind) throw new AppError("content-kind");
  const hash = hashOf(content);
  const saved = await changeDraft(runtime, operatorId, { kind, key, revision }, (_session, { draft, version }) => {
    if (version !== baseVersion) throw new AppError("content-published");
    // Whose answer was lost saves the same again.
    const isSaved = draft !== null && draft.editedBy === operatorId && hashOf(draft.content) === hash;
    return Promise.resolve(isSaved && draft.scheduled === null ? "saved" : { content, isLocking: true });
  });
  return { revision: saved.revision, editedAt: saved.editedAt.toISOString() };
}

/** Makes a draft of a former version, and publishes nothing. Throws like {@link saveDraft}, and `content-unknown`. */
export async function restoreVersion(
  runtime: Runtime,
  operatorId: number,
  { version, reason, ...draftAct }: DraftActInput & { readonly version: number },
): Promise<void> {
  const { database } = runtime;
  await changeDraft(runtime, operatorId, draftAct, async (session, { draft }) => {
    const former = await findVersion(database, session, draftAct, version);
    if (!former) throw new AppError("content-unknown");
    const { kind, key } = draftAct;
    const change = {
      before: { kind, key, draft: draft && hashOf(draft.content) },
      after: { kind, key, draft: former.hash, version },
    };
    const act = { action: "restore-content", userId: null, details: `${kind} ${key}`, change } as const;
    await noteAct(runtime, session, { operatorId, reason }, act);
    return { content: former.content, isLocking: false };
  });
}

/** Throws a draft away; what is public stays. Throws `content-no-draft`, and like {@link saveDraft}. */
export async function discardDraft(
  runtime: Runtime,
  operatorId: number,
  { reason, revision, ...which }: DraftActInput,
): Promise<void> {
  const { database, clock } = runtime;
  const { kind, key } = which;
  await openDesk(database, which);
  await namingWriters(runtime, () =>
    database.transaction(async (session) => {
      const desk = await takeDesk(database, session, which);
      const draft = await findDraft(database, session, which);
      if (!draft) throw new AppError("content-no-draft");
      refuseMoved(draft, revision);
      refuseOthers(desk, operatorId, clock.now());
      const change = { before: { kind, key, draft: hashOf(draft.content) }, after: { kind, key, draft: null } };
      const act = { action: "discard-content", userId: null, details: `${kind} ${key}`, change } as const;
      await noteAct(runtime, session, { operatorId, reason }, act);
      await draftsOf(database).deleteOne({ kind, key }, { session });
    }),
  );
}

interface Found {
  readonly draft: Draft | null;
  /** What is public; 0 for nothing. */
  readonly version: number;
}

interface Change {
  readonly content: Content;
  /** Whether whoever saves writes on. */
  readonly isLocking: boolean;
}

async function changeDraft(
  runtime: Runtime,
  operatorId: number,
  { kind, key, revision: from }: Which & { readonly revision: number },
  make: (session: ClientSession, found: Found) => Promise<Change | "saved">,
): Promise<Draft> {
  const { database, clock } = runtime;
  const which = { kind, key };
  await openDesk(database, which);
  return namingWriters(runtime, () =>
    database.transaction(async (session) => {
      await requireWriter(runtime, session, operatorId);
      const desk = await takeDesk(database, session, which);
      const version = (await findPublication(database, session, kind, key))?.version ?? 0;
      const draft = await findDraft(database, session, which);
      const change = await make(session, { draft, version });
      if (change === "saved" && draft) return draft;
      refuseMoved(draft, from);
      refuseOthers(desk, operatorId, clock.now());
      if (change === "saved") throw new AppError("content-moved");
      const { content, isLocking } = change;
      const revision = desk.revision + 1;
      await writeDesk(database, session, which, { revision });
      if (isLocking) await lock(runtime, session, which, operatorId);
      const editedAt = clock.now();
      const saved = {
        ...which,
        content,
        revision,
        baseVersion: version,
        editedAt,
        editedBy: operatorId,
        scheduled: null,
      };
      await draftsOf(database).replaceOne(which, saved, { session, upsert: true });
      return saved;
    }),
  );
}

function refuseMoved(draft: Draft | null, revision: number): void {
  if ((draft?.revision ?? 0) !== revision) throw new AppError("content-moved");
  if (draft?.scheduled) throw new AppError("content-scheduled");
}
