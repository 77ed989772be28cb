import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { NotificationKind } from "#schemas/notifications.ts";
import { waitingSaid } from "#schemas/protection-words.ts";
import { writeSaid } from "#schemas/said.ts";
import type { WaitingKind } from "#schemas/security.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { restUntil, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { SETTINGS_UID } from "#server/settings/index.ts";
import { dueOf } from "./protections.ts";
import {
  readSecurity,
  readSecurityWithin,
  securityCollection,
  type StoredChange,
  type UserSecurity,
  writeSecurity,
} from "#server/users/index.ts";
import { forgetWaiting } from "./waiting.ts";

/**
 * Makes a change of one kind, within the transaction that takes it out of those that wait, and tells of it. May answer with what is
 * to be done once that is so.
 */
export type Applier = (
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  change: StoredChange,
) => Promise<(() => void) | void>;
export type Appliers = Readonly<Partial<Record<WaitingKind, Applier>>>;

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

/** The protections that are kept here. */
export const OWN_APPLIERS: Appliers = {
  "transaction-limit-up": inBoth(({ to }) => ({ transactionLimit: to }), "limits-changed"),
  "daily-limit-up": inSecurity(({ to }) => ({ dailyLimit: to === "" ? null : to }), "limits-changed"),
  "send-password-off": inBoth(() => ({ requirePasswordForSend: false }), "limits-changed"),
  "allow-list-off": inSecurity(() => ({ isAllowListOn: false }), "allow-list-off"),
  "allow-list-hold-down": inSecurity(({ to }) => ({ allowListHoldHours: Number(to) }), "protection-weakened"),
  "sign-in-mails-off": inSettings(() => ({ notifyOnLogin: false }), "protection-weakened"),
};

/**
 * Writes what has waited long enough, in one process at a time. Whoever reads the protections of payments sees it at its time
 * without that; the rest is as protected as before until then. `appliers` are those of other features.
 */
export function startWaitingChanges(runtime: Runtime, leases: Leases, appliers: Appliers): Loop {
  return startLeasedLoop({
    name: "waiting-changes",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [securityCollection(runtime.database).collectionName],
    run: async (fenced, signal) => {
      const due = await securityCollection(fenced.database)
        .find({ dueAt: { $lte: fenced.clock.now() } }, { projection: { _id: 1 } })
        .toArray();
      // All of them: what was written past the server stays due, and keeps nobody else from their turn.
      for (const { _id } of due) if (!signal.aborted) await applyDue(fenced, _id, { ...OWN_APPLIERS, ...appliers });
      return restUntil(await nextDue(fenced), fenced.clock, PAUSE_MS);
    },
  });
}

/** When the next change is due, of whomever; null where none waits. */
async function nextDue({ database }: Runtime): Promise<Date | null> {
  const next = await securityCollection(database).findOne(
    { dueAt: { $gt: new Date(0) } },
    { sort: { dueAt: 1 }, projection: { dueAt: 1 } },
  );
  return next?.dueAt ?? null;
}

/** Writes what is due of one person's changes, each in a transaction of its own. */
async function applyDue(runtime: Runtime, userId: number, appliers: Appliers): Promise<void> {
  const { database, clock } = runtime;
  for (const { kind } of dueOf(await readSecurity(runtime, userId), clock.now())) {
    try {
      const afterwards = await database.transaction((session) => applyOne(runtime, session, userId, kind, appliers));
      afterwards?.();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await database.transaction((session) => giveUp(runtime, session, userId, kind, error));
    }
  }
}

/** Writes what is due of the protections that are kept here, for whoever is about to change them further. */
export async function settleOwn(runtime: Runtime, session: ClientSession, userId: number): Promise<void> {
  const security = await readSecurityWithin(runtime, session, userId);
  for (const { kind } of dueOf(security, runtime.clock.now()))
    if (OWN_APPLIERS[kind]) await applyOne(runtime, session, userId, kind, OWN_APPLIERS);
}

/** Cancelled or written meanwhile, it does nothing. */
async function applyOne(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  kind: WaitingKind,
  appliers: Appliers,
): Promise<(() => void) | void> {
  const security = await readSecurityWithin(runtime, session, userId);
  const change = dueOf(security, runtime.clock.now()).find((each) => each.kind === kind);
  if (!change) return;
  const apply = appliers[kind];
  if (!apply) throw new Error(`nobody makes changes of the kind ${kind}`);
  await forgetWaiting(runtime, session, userId, [kind]);
  return apply(runtime, session, userId, change);
}

/** Something stands against it by now: it is as if it had been cancelled. */
async function giveUp(runtime: Runtime, session: ClientSession, userId: number, kind: WaitingKind, refusal: AppError) {
  await forgetWaiting(runtime, session, userId, [kind]);
  await notify(runtime, session, {
    userId,
    kind: "protection-kept",
    detail: writeSaid(`error.${refusal.code}`, refusal.facts),
  });
}

function inSettings(fieldsOf: (change: StoredChange) => object, kind: NotificationKind): Applier {
  return async (runtime, session, userId, change) => {
    const { database, clock } = runtime;
    const fields = { ...fieldsOf(change), lastSecurityUpdate: clock.now() };
    await putReplicated(database, session, "settings", userId, [{ uid: SETTINGS_UID, fields }]);
    await tell(runtime, session, userId, kind, change);
  };
}

/** What is kept here, and shown to devices among the settings. */
function inBoth(fieldsOf: (change: StoredChange) => Partial<UserSecurity>, kind: NotificationKind): Applier {
  const show = inSettings(fieldsOf, kind);
  return async (runtime, session, userId, change) => {
    await writeSecurity(runtime, session, userId, fieldsOf(change));
    await show(runtime, session, userId, change);
  };
}

function inSecurity(fieldsOf: (change: StoredChange) => object, kind: NotificationKind): Applier {
  return async (runtime, session, userId, change) => {
    await writeSecurity(runtime, session, userId, fieldsOf(change));
    await tell(runtime, session, userId, kind, change);
  };
}

function tell(runtime: Runtime, session: ClientSession, userId: number, kind: NotificationKind, change: StoredChange) {
  return notify(runtime, session, { userId, kind, detail: waitingSaid(change) });
}
