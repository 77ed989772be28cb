import { SETTINGS_UID, type Theme } from "#schemas/settings.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Remembers the theme as an edit made now, so that it merges with the edits of devices like any other. */
export async function setTheme(runtime: Runtime, userId: number, theme: Theme): Promise<void> {
  const { database, clock } = runtime;
  await database.transaction(async (session) => {
    const current = await database.collection("settings").findOne({ userId, uid: SETTINGS_UID }, { session });
    if (current?.["theme"] === theme) return;
    const editedAt: unknown = current?.["editedAt"];
    const fields = {
      theme,
      editedAt: { ...(typeof editedAt === "object" ? editedAt : {}), theme: clock.now().getTime() },
    };
    await putReplicated(database, session, "settings", userId, [{ uid: SETTINGS_UID, fields }]);
  });
}
