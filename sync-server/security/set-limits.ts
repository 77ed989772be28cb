import type { LimitsInput, SecurityOutput } from "#schemas/security.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { SETTINGS_UID } from "#server/settings/index.ts";
import { settleOwn } from "./apply-waiting.ts";
import { changeProtections, weakenOrChange } from "./change-protections.ts";
import { coolOffUntil, pauseHoursOf } from "./cool-off.ts";
import { readOperatorPolicy } from "./operator-policy.ts";
import { protectionsOf, waitHoursOf } from "./protections.ts";
import { readSecurity } from "#server/users/index.ts";
import { describeTakenBack } from "./taken-back.ts";
import { describeWaiting, forgetWaiting } from "./waiting.ts";

/** Sets the limits a user chose: lower ones hold at once, higher ones wait. Devices see those that are settings. */
export function setLimits(runtime: Runtime, userId: number, limits: LimitsInput): Promise<void> {
  return runtime.database.transaction(async (session) => {
    const stronger = await changeProtections(runtime, session, userId, limits);
    if (stronger.length > 0) await notify(runtime, session, { userId, kind: "limits-changed" });
  });
}

/** Sets whether sign-ins from somewhere new are mailed; switching it off waits. */
export function setSignInMails(runtime: Runtime, userId: number, isOn: boolean): Promise<void> {
  const { database, clock } = runtime;
  return database.transaction(async (session) => {
    await settleOwn(runtime, session, userId);
    const settings = await database.collection("settings").findOne({ userId }, { session });
    const wasOn = settings?.["notifyOnLogin"] !== false;
    if (isOn) await forgetWaiting(runtime, session, userId, ["sign-in-mails-off"]);
    if (isOn === wasOn) return;
    if (!isOn) return weakenOrChange(runtime, session, userId, { kind: "sign-in-mails-off", from: "", to: "" });
    const fields = { notifyOnLogin: true, lastSecurityUpdate: clock.now() };
    await putReplicated(database, session, "settings", userId, [{ uid: SETTINGS_UID, fields }]);
  });
}

export async function describeSecurity(runtime: Runtime, userId: number): Promise<SecurityOutput> {
  const now = runtime.clock.now();
  const [security, policy] = await Promise.all([readSecurity(runtime, userId), readOperatorPolicy(runtime.database)]);
  const protections = protectionsOf(security, now);
  const { transactionLimit, dailyLimit, requirePasswordForSend } = protections;
  return {
    transactionLimit,
    dailyLimit,
    requirePasswordForSend,
    isFrozen: security.isFrozen ?? false,
    takenBack: security.isFrozen === true ? await describeTakenBack(runtime, security, null) : null,
    coolOffUntil: coolOffUntil(security, policy, now)?.toISOString() ?? null,
    pauseHours: pauseHoursOf(policy),
    waitHours: waitHoursOf(protections, policy, security, now),
    waiting: describeWaiting(security, now),
  };
}
