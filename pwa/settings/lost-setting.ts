import { t } from "@lingui/core/macro";
import * as v from "valibot";
import type { SettingsEdit } from "#pwa/platform/db/edits.ts";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import { Language, LANGUAGE_NAMES } from "#schemas/values/languages.ts";

/** What became of a setting that was chosen here, and the edit that takes it back; null for one that nobody misses. */
export function lostSetting(lost: LostEdit): { readonly words: string; readonly edit: SettingsEdit } | null {
  if (lost.kind !== "replaced") return null;
  if (lost.field === "notificationsEnabled" && typeof lost.lost === "boolean") {
    const words = lost.lost
      ? t`Notifications: “on” was replaced by “off”`
      : t`Notifications: “off” was replaced by “on”`;
    return { words, edit: { notificationsEnabled: lost.lost } };
  }
  if (lost.field === "language" && v.is(Language, lost.lost)) {
    const [mine, now] = [languageName(lost.lost), languageName(lost.won)];
    const words = t`Language: “${mine}” was replaced by “${now}”`;
    return { words, edit: { language: lost.lost } };
  }
  return null;
}

function languageName(code: unknown): string {
  return v.is(Language, code) ? LANGUAGE_NAMES[code] : String(code);
}
