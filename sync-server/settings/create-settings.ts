import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { Settings, SETTINGS_UID } from "#schemas/settings.ts";
import { DEFAULT_LANGUAGE, type Language } from "#schemas/values/languages.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Gives a new user the settings of the specification, in the transaction that creates the user. Nobody chose the language yet. */
export async function createSettings(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  language: Language = DEFAULT_LANGUAGE,
): Promise<void> {
  // The id and the owner are the replication's to give; parsing fills in every default.
  const { id: _id, userId: _userId, ...defaults } = v.parse(Settings.schema, { id: 1, userId, language });
  const fields = { ...defaults, editedAt: {} };
  await putReplicated(runtime.database, session, "settings", userId, [{ uid: SETTINGS_UID, fields }]);
}
