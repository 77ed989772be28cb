import { say } from "#schemas/say.ts";
import type { ScheduleInput } from "#schemas/content/desk.ts";
import { AppError } from "#schemas/errors.ts";
import { holdersOf, noteAct } from "#server/approvals/index.ts";
import { type NotedEvent, notePending } from "#server/platform/audit/pending.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { notifyAll } from "#server/platform/notifications/notify.ts";
import { titleOf } from "./check-publishing.ts";
import { moveOn } from "./materialise.ts";
import { type Publishing, publishWithin } from "./publish.ts";
import { stateCollection } from "./published/documents.ts";
import type { PublishedContent } from "./published/follow-content.ts";
import type { Snapshot } from "./published/read-published.ts";
import { turnsOf } from "./published/show-site.ts";
import { namingWriters, refuseOthers, requireScheduler } from "./refuse.ts";
import { type Draft, draftsOf, findDraft, openDesk, type Schedule, takeDesk, type Which } from "./store.ts";

/** How far ahead something may be published by itself. */
const FARTHEST_MS = 366 * 24 * 60 * 60 * 1000;
const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Has the draft that was looked at published by itself, or takes that back. Throws `content-past`, `content-no-draft`, `content-moved`,
 * `content-written`.
 */
export async function schedule(
  runtime: Runtime,
  operatorId: number,
  { at, reason, revision, ...which }: ScheduleInput,
): Promise<void> {
  const { database, clock } = runtime;
  const { kind, key } = which;
  const moment = at === null ? null : new Date(at);
  const aheadMs = moment ? moment.getTime() - clock.now().getTime() : 1;
  if (!(aheadMs > 0 && aheadMs <= FARTHEST_MS)) throw new AppError("content-past");
  await openDesk(database, which);
  await namingWriters(runtime, () =>
    database.transaction(async (session) => {
      const desk = await takeDesk(database, session, which);
      const draft = await findDraft(database, session, which);
      if (!draft) throw new AppError("content-no-draft");
      if (draft.revision !== revision) throw new AppError("content-moved");
      refuseOthers(desk, operatorId, clock.now());
      const change = {
        before: { kind, key, revision, at: draft.scheduled?.at.toISOString() ?? null },
        after: { kind, key, revision, at: moment?.toISOString() ?? null },
      };
      const action = moment ? "schedule-content" : "unschedule-content";
      await noteAct(
        runtime,
        session,
        { operatorId, reason },
        { action, userId: null, details: `${kind} ${key}`, change },
      );
      const scheduled = moment && { at: moment, operatorId, reason };
      await draftsOf(database).updateOne({ kind, key }, { $set: { scheduled } }, { session });
    }),
  );
}

/** Publishes what is due, and tells devices of blocks that begin or end, in one process at a time. */
export function startPublishing(
  publishing: Publishing,
  leases: Leases,
  content: Pick<PublishedContent, "read" | "catchUp">,
): Pick<Loop, "stop" | "kick"> {
  const { database } = publishing.runtime;
  return startLeasedLoop({
    name: "content",
    runtime: publishing.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [draftsOf(database).collectionName, stateCollection(database).collectionName],
    run: async (fenced, signal) => {
      await publishDue({ ...publishing, runtime: fenced }, signal);
      // What woke it may not have come to the memory of this process yet.
      await content.catchUp();
      const snapshot = await content.read();
      await turnBlocks(fenced, snapshot);
      const isAhead = turnsOf(snapshot).some((at) => at > fenced.clock.now()) || (await isAnyScheduled(fenced));
      return isAhead ? PAUSE_MS : REST_MS;
    },
  });
}

async function isAnyScheduled({ database }: Runtime): Promise<boolean> {
  const scheduled = { "scheduled.at": { $gt: new Date(0) } };
  return (await draftsOf(database).findOne(scheduled, { projection: { _id: 1 } })) !== null;
}

/** Each by itself: one that is refused holds up no other. */
export async function publishDue(publishing: Publishing, signal: AbortSignal): Promise<void> {
  const { database, clock } = publishing.runtime;
  const due = await draftsOf(database)
    .find({ "scheduled.at": { $lte: clock.now() } }, { sort: { "scheduled.at": 1 } })
    .toArray();
  for (const draft of due) {
    if (signal.aborted) return;
    try {
      await publishOne(publishing, draft);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await takeBack(publishing.runtime, draft, error);
    }
  }
}

/** What is not as it was found is nobody's to publish: it was published, taken back or written on. */
async function publishOne(publishing: Publishing, found: Draft): Promise<void> {
  const { database, clock } = publishing.runtime;
  await database.transaction(async (session) => {
    await takeDesk(database, session, found);
    const draft = await findDraft(database, session, found);
    if (!draft?.scheduled || draft.revision !== found.revision || draft.scheduled.at > clock.now()) return;
    const { operatorId, reason } = draft.scheduled;
    await requireScheduler(publishing.runtime, session, operatorId);
    await publishWithin(publishing, session, { operatorId, reason }, draft);
  });
}

/** It stays a draft; whoever may publish is told why, and the audit chain keeps that. */
async function takeBack(runtime: Runtime, { kind, key, revision }: Draft, refusal: AppError): Promise<void> {
  const { database, clock } = runtime;
  const which = { kind, key };
  await database.transaction(async (session) => {
    await takeDesk(database, session, which);
    const draft = await findDraft(database, session, which);
    if (!draft?.scheduled || draft.revision !== revision) return;
    await draftsOf(database).updateOne(which, { $set: { scheduled: null } }, { session });
    await notePending(database, session, refusalOf(which, draft.scheduled, refusal), clock.now());
    const cause = `content ${kind} ${key} ${revision} ${draft.scheduled.at.getTime()}`;
    const detail = say("said.content-not-published", { name: titleOf(draft.content), why: refusal.said });
    const ways = { push: true, mail: true };
    const holders = await holdersOf(database, session, "content.publish");
    const told = holders.map(({ id: userId }) => ({ userId, kind: "operator-trouble" as const, cause, detail, ways }));
    await notifyAll(runtime, session, told);
  });
}

/** What the audit chain keeps of it: the server did it, and no operator. */
function refusalOf({ kind, key }: Which, { operatorId, at }: Schedule, { code }: AppError): NotedEvent {
  const item = { kind, key };
  return {
    action: "operate",
    address: "",
    purpose: "refuse-scheduled",
    payloadHash: "",
    requestedBy: "house",
    reason: `${kind} ${key}, scheduled by operator ${operatorId}; ${code}`,
    change: JSON.stringify({ before: { ...item, at: at.toISOString() }, after: { ...item, at: null } }),
  };
}

/** A block that begins or ends by itself is a change of what is public, too. */
async function turnBlocks(runtime: Runtime, snapshot: Snapshot): Promise<void> {
  const { database, clock } = runtime;
  const turns = turnsOf(snapshot);
  if (turns.length === 0) return;
  const state = await stateCollection(database).findOne({ _id: "content" });
  if (!state) return;
  const now = clock.now();
  const since = state.lookedAt ?? new Date(0);
  if (!turns.some((at) => at > since && at <= now)) return;
  await database.transaction((session) => moveOn(runtime, session, now));
}
