import type { LimitsInput, SecurityOutput } from "#schemas/security.ts";
import { Settings } from "#schemas/settings.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { SETTINGS_UID } from "#server/settings/index.ts";
import { coolOffUntil } from "./cool-off.ts";
import { readOperatorPolicy } from "./operator-policy.ts";
import { readSecurity, writeSecurity } from "./store.ts";

const SettingsRules = Settings.schema.entries;

/** Sets the limits a user chose; devices see those that are settings. */
export async function setLimits(runtime: Runtime, userId: number, input: LimitsInput): Promise<void> {
  const { database, clock } = runtime;
  const { transactionLimit, dailyLimit, requirePasswordForSend } = input;
  const fields = { transactionLimit, requirePasswordForSend, lastSecurityUpdate: clock.now() };
  await database.transaction(async (session) => {
    await writeSecurity(database, userId, { dailyLimit }, session);
    await putReplicated(database, session, "settings", userId, [{ uid: SETTINGS_UID, fields }]);
    await notify(runtime, session, { userId, kind: "limits-changed" });
  });
}

export async function describeSecurity({ database, clock }: Runtime, userId: number): Promise<SecurityOutput> {
  const [security, policy, settings] = await Promise.all([
    readSecurity(database, userId),
    readOperatorPolicy(database),
    database.collection("settings").findOne({ userId }),
  ]);
  return {
    transactionLimit: String(settings?.["transactionLimit"] ?? SettingsRules.transactionLimit.default),
    dailyLimit: security.dailyLimit ?? null,
    requirePasswordForSend: settings?.["requirePasswordForSend"] !== false,
    isFrozen: security.isFrozen ?? false,
    coolOffUntil: coolOffUntil(security, policy, clock.now())?.toISOString() ?? null,
  };
}
