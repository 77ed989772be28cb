import type { ClientSession } from "mongodb";
import { INTERFACE_KEYS, type InterfaceSettings, settingsIn } from "#schemas/interface.ts";
import type { UiConfigRow } from "#schemas/ui-config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { isConfigBelieved } from "#server/platform/seals/sealed-config.ts";
import type { Sealed } from "#server/platform/seals/sealed-rows.ts";
import { PUBLIC_OWNER, type ReplicatedDocument } from "#server/platform/db/replicated.ts";

type StoredConfig = ReplicatedDocument & Pick<UiConfigRow, "configKey" | "configValue"> & Sealed;

/**
 * What is set of the screens, in the caller's transaction where there is one; `set` names what somebody set. What was written past the
 * server is as if nobody had.
 */
export async function readInterface(
  database: Database,
  session: ClientSession | null,
): Promise<{ readonly settings: InterfaceSettings; readonly set: readonly string[] }> {
  const stored = await database
    .collection<StoredConfig>("ui_config")
    .find({ userId: PUBLIC_OWNER, uid: { $in: [...INTERFACE_KEYS] }, deleted: false }, inSession(session))
    .toArray();
  const rows = stored.filter((row) => isConfigBelieved(database, row));
  return { settings: settingsIn(rows), set: rows.map(({ configKey }) => configKey) };
}
