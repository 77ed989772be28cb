import * as v from "valibot";
import { entity, optionalDate, optionalText } from "./entity.ts";
import { Id, Instant } from "./values/fields.ts";
import { DEFAULT_LANGUAGE, Language } from "./values/languages.ts";
import { Amount } from "./values/money.ts";
import { editedFields, syncRow } from "./sync-row.ts";

export const Theme = v.picklist(["light", "dark"]);
export type Theme = v.InferOutput<typeof Theme>;
/** Shown where nothing valid is stored (spec section 4). */
export const DEFAULT_CLIENT_THEME: Theme = "dark";

/** The one settings row of each user. */
export const SETTINGS_UID = "settings";

const preferences = {
  theme: v.optional(Theme, "light"),
  // One that is unknown here is English.
  language: v.optional(v.fallback(Language, DEFAULT_LANGUAGE), DEFAULT_LANGUAGE),
  notificationsEnabled: v.optional(v.boolean(), true),
  notifyOnLogin: v.optional(v.boolean(), true),
};
const security = {
  multisigEnabled: v.optional(v.boolean(), false),
  twoFactorEnabled: v.optional(v.boolean(), false),
  transactionLimit: v.optional(Amount, "1000"),
  requirePasswordForSend: v.optional(v.boolean(), true),
};

export const Settings = entity(
  "settings",
  { userId: Id, ...preferences, ...security, twoFactorSecret: optionalText, lastSecurityUpdate: optionalDate },
  [["userId"]],
);

export const ThemeInput = v.strictObject({ appearance: Theme });

/** The settings a device may write; security settings change through REST only. */
export const SETTINGS_FIELDS = ["theme", "language", "notificationsEnabled"] as const;
/** What devices wrote once and the server alone does now: in a row that says otherwise the rest is written all the same. */
export const FORMER_SETTINGS_FIELDS = ["notifyOnLogin"] as const;

/** The settings as they are replicated: one document per user, without the two-factor secret. */
export const SettingsRow = syncRow({
  ...preferences,
  ...security,
  lastSecurityUpdate: v.nullable(Instant),
  ...editedFields([...SETTINGS_FIELDS, ...FORMER_SETTINGS_FIELDS]),
});
export type SettingsRow = v.InferOutput<typeof SettingsRow>;
