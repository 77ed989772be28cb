import type { ClientSession } from "mongodb";
import type { NotificationKind } from "#schemas/notifications.ts";
import { waitingSaid } from "#schemas/protection-words.ts";
import type { WaitingChange, WaitingKind } from "#schemas/security.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { readOperatorPolicyWithin } from "./operator-policy.ts";
import { protectionsOf, waitHoursOf } from "./protections.ts";
import { readSecurityWithin, type StoredChange, type UserSecurity, writeSecurity } from "#server/users/index.ts";

const HOUR_MS = 60 * 60 * 1000;
/** What is told in words of its own, since it does more than protect less. */
const TOLD: Readonly<
  Partial<Record<WaitingKind, { readonly waits: NotificationKind; readonly cancelled: NotificationKind }>>
> = {
  "close-account": { waits: "closing-announced", cancelled: "closing-cancelled" },
};

/**
 * Has a change wait by which an account is protected less, within the caller's transaction, and tells all its owner's devices and
 * their mailbox. Answers `now` where the operators let nothing wait: then the caller makes the change itself. What is asked for
 * again goes on waiting; something else of its kind waits from its own asking on.
 */
export async function weaken(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  change: Pick<StoredChange, "kind" | "from" | "to" | "memo">,
): Promise<"waits" | "now"> {
  const { database, clock } = runtime;
  const now = clock.now();
  const security = await readSecurityWithin(runtime, session, userId);
  const { waiting = [] } = security;
  const { memo = "" } = change;
  if (waiting.some((other) => other.kind === change.kind && other.to === change.to && (other.memo ?? "") === memo))
    return "waits";
  const hours = waitHoursOf(
    protectionsOf(security, now),
    await readOperatorPolicyWithin(database, session),
    security,
    now,
  );
  if (hours === 0) return "now";
  const takesEffectAt = new Date(now.getTime() + hours * HOUR_MS);
  const others = waiting.filter(({ kind }) => kind !== change.kind);
  await keep(runtime, session, userId, [...others, { ...change, askedAt: now, takesEffectAt }]);
  const detail = waitingSaid(change, { when: "ahead", at: takesEffectAt.getTime() });
  await notify(runtime, session, { userId, kind: TOLD[change.kind]?.waits ?? "protection-waits", detail });
  return "waits";
}

/** Takes changes out of those that wait, within the transaction of what makes them pointless; nobody is told. */
export async function forgetWaiting(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  kinds: readonly WaitingKind[],
): Promise<void> {
  const { waiting = [] } = await readSecurityWithin(runtime, session, userId);
  const others = waiting.filter(({ kind }) => !kinds.includes(kind));
  if (others.length < waiting.length) await keep(runtime, session, userId, others);
}

/** Cancels one change that waits: all stays as protected as it is. Cancelled twice, it does nothing. */
export function cancelWaiting(runtime: Runtime, userId: number, kind: WaitingKind): Promise<void> {
  return runtime.database.transaction((session) => cancelThose(runtime, session, userId, (each) => each.kind === kind));
}

/** Cancels all that wait, within the transaction of what shows that somebody else may have asked for them. */
export function cancelAllWaiting(runtime: Runtime, session: ClientSession, userId: number): Promise<void> {
  return cancelThose(runtime, session, userId, () => true);
}

async function cancelThose(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  isMeant: (change: StoredChange) => boolean,
): Promise<void> {
  const now = runtime.clock.now();
  const { waiting = [] } = await readSecurityWithin(runtime, session, userId);
  // What is due is in effect, written or not.
  const cancelled = waiting.filter((change) => isMeant(change) && change.takesEffectAt > now);
  if (cancelled.length === 0) return;
  const others = waiting.filter((change) => !cancelled.includes(change));
  await keep(runtime, session, userId, others);
  for (const change of cancelled)
    await notify(runtime, session, {
      userId,
      kind: TOLD[change.kind]?.cancelled ?? "protection-kept",
      detail: waitingSaid(change, { when: "cancelled" }),
    });
}

/** What still waits, as its owner sees it. */
export function describeWaiting({ waiting = [] }: UserSecurity, now: Date): WaitingChange[] {
  return waiting
    .filter(({ takesEffectAt }) => takesEffectAt > now)
    .map(({ askedAt, takesEffectAt, memo = "", ...change }) => ({
      ...change,
      memo,
      askedAt: askedAt.toISOString(),
      takesEffectAt: takesEffectAt.toISOString(),
    }))
    .toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
}

async function keep(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  waiting: readonly StoredChange[],
): Promise<void> {
  const times = waiting.map(({ takesEffectAt }) => takesEffectAt.getTime());
  const dueAt = times.length === 0 ? null : new Date(Math.min(...times));
  await writeSecurity(runtime, session, userId, { waiting, dueAt });
}
