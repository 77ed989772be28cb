import { INTERFACE_KEYS } from "#schemas/interface.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isRowSealed, type Sealed, type SealedKind, sealRow } from "./sealed-rows.ts";

/** A row of what everybody's screens show. */
interface ConfigRow extends Sealed {
  readonly uid: string;
  readonly configKey: string;
  readonly configValue: string;
}

type Where = Pick<Database, "db">;

const CONFIG_KIND: SealedKind<ConfigRow> = {
  collection: "ui_config",
  contentOf: ({ uid, configKey, configValue }) => ({ uid, configKey, configValue }),
};

export function sealConfig(database: Where, row: Omit<ConfigRow, "seal">): string {
  return sealRow(database, CONFIG_KIND, row);
}

/**
 * Whether a row of `ui_config` says what operators set: people follow its addresses as ours. What sets nothing of the interface needs
 * no seal, such as the list's version, which is read by nobody but devices that ask for the list then.
 */
export function isConfigBelieved(database: Where, row: ConfigRow): boolean {
  const isInterface = INTERFACE_KEYS.some((key) => key === row.configKey || key === row.uid);
  return !isInterface || isRowSealed(database, CONFIG_KIND, row);
}
