import * as v from "valibot";
import { entity, optionalText, StoredDate } from "./entity.ts";
import { Instant, textUpTo } from "./values/fields.ts";
import { syncRow } from "./sync-row.ts";

/** Interface configuration that everyone may read. */
export const UiConfig = entity(
  "ui_config",
  {
    configKey: v.string(),
    configValue: v.string(),
    configType: v.string(),
    configCategory: v.string(),
    description: optionalText,
    lastUpdated: StoredDate,
  },
  [["configKey"]],
);
export const UiConfigRow = syncRow({
  configKey: textUpTo(128),
  configValue: textUpTo(10_000),
  configType: textUpTo(32),
  configCategory: textUpTo(64),
  lastUpdated: Instant,
});
export type UiConfigRow = v.InferOutput<typeof UiConfigRow>;
