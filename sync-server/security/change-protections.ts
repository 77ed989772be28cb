import type { ClientSession } from "mongodb";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { SETTINGS_UID } from "#server/settings/index.ts";
import { OWN_APPLIERS, settleOwn } from "./apply-waiting.ts";
import { compared, holdOf, type Protections, protectionsOf } from "./protections.ts";
import { readSecurityWithin, type StoredChange, type UserSecurity, writeSecurity } from "#server/users/index.ts";
import { forgetWaiting, weaken } from "./waiting.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Makes the protections of an account's payments what is wanted: what protects more holds at once and takes the place of what
 * waits, what protects less waits. Answers which of them protect more now.
 */
export async function changeProtections(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  wish: Partial<Protections>,
): Promise<readonly (keyof Protections)[]> {
  await settleOwn(runtime, session, userId);
  const security = await readSecurityWithin(runtime, session, userId);
  const now = protectionsOf(security, runtime.clock.now());
  const wanted = { ...now, ...wish };
  const changes = compared(now, wanted);
  const stronger = changes.filter(({ is }) => is === "stronger");
  const kinds = stronger.map(({ kind }) => kind);
  await forgetWaiting(runtime, session, userId, kinds);
  const fields = new Set(stronger.map(({ field }) => field));
  if (fields.has("isAllowListOn") || fields.has("allowListHoldHours"))
    await keepSteadyHold(runtime, session, security, holdOf(now));
  await write(runtime, session, userId, wanted, fields);
  for (const { kind, from, to } of changes.filter(({ is }) => is === "weaker"))
    await weakenOrChange(runtime, session, userId, { kind, from, to });
  return stronger.map(({ field }) => field);
}

/** Has a protection that is kept here wait to be less, or be less at once where nothing waits. */
export async function weakenOrChange(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  change: Pick<StoredChange, "kind" | "from" | "to">,
): Promise<void> {
  if ((await weaken(runtime, session, userId, change)) === "waits") return;
  const at = runtime.clock.now();
  await OWN_APPLIERS[change.kind]?.(runtime, session, userId, { ...change, askedAt: at, takesEffectAt: at });
}

/** Lengthened again within the day, the hold of before the first time stays the one that counts. */
async function keepSteadyHold(
  runtime: Runtime,
  session: ClientSession,
  { _id: userId, steadyHold }: UserSecurity,
  hours: number,
): Promise<void> {
  const now = runtime.clock.now();
  if (steadyHold && steadyHold.until > now) return;
  const until = new Date(now.getTime() + DAY_MS);
  await writeSecurity(runtime, session, userId, { steadyHold: { hours, until } });
}

async function write(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  wanted: Protections,
  fields: ReadonlySet<keyof Protections>,
): Promise<void> {
  if (fields.size === 0) return;
  const { database, clock } = runtime;
  const { transactionLimit, requirePasswordForSend, dailyLimit, isAllowListOn, allowListHoldHours } = wanted;
  const inSettings = {
    ...(fields.has("transactionLimit") && { transactionLimit }),
    ...(fields.has("requirePasswordForSend") && { requirePasswordForSend }),
  };
  const inSecurity = {
    ...inSettings,
    ...(fields.has("dailyLimit") && { dailyLimit }),
    ...(fields.has("isAllowListOn") && { isAllowListOn }),
    ...(fields.has("allowListHoldHours") && { allowListHoldHours }),
  };
  await writeSecurity(runtime, session, userId, inSecurity);
  const change = { ...inSettings, lastSecurityUpdate: clock.now() };
  await putReplicated(database, session, "settings", userId, [{ uid: SETTINGS_UID, fields: change }]);
}
