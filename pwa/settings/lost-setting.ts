import * as v from "valibot";
import type { SettingsEdit } from "#pwa/platform/db/edits.ts";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import { Language } from "#schemas/settings.ts";
import { LANGUAGES } from "./languages.ts";

/** What became of a setting that was chosen here, and the edit that takes it back; null for one that nobody misses. */
export function lostSetting(lost: LostEdit): { readonly words: string; readonly edit: SettingsEdit } | null {
  if (lost.kind !== "replaced") return null;
  if (lost.field === "notificationsEnabled" && typeof lost.lost === "boolean") {
    const words = `Notifications: “${onOrOff(lost.lost)}” was replaced by “${onOrOff(lost.won)}”`;
    return { words, edit: { notificationsEnabled: lost.lost } };
  }
  if (lost.field === "language" && v.is(Language, lost.lost)) {
    const words = `Language: “${languageName(lost.lost)}” was replaced by “${languageName(lost.won)}”`;
    return { words, edit: { language: lost.lost } };
  }
  return null;
}

function onOrOff(value: unknown): string {
  return value === true ? "on" : "off";
}

function languageName(code: unknown): string {
  return LANGUAGES.find(({ value }) => value === code)?.label ?? String(code);
}
