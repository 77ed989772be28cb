import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parsePo } from "pofile-ts";
import type { Language } from "#schemas/values/languages.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
/** What both device and server say, and what the server alone says. */
const FOLDERS = { said: "schemas/locales", mails: "sync-server/locales" } as const;
export const CATALOGUES = ["said", "mails"] as const;

/** The translated sentences of a catalogue by their ids; none where it has not been written yet. */
export function readCatalogue(name: (typeof CATALOGUES)[number], language: Language): Map<string, string> {
  const path = resolve(ROOT, FOLDERS[name], language, `${name}.po`);
  if (!existsSync(path)) return new Map();
  const { items } = parsePo(readFileSync(path, "utf8"));
  return new Map(
    items.flatMap(({ msgid, msgstr: [sentence = ""] }) => (sentence === "" ? [] : [[msgid, sentence] as const])),
  );
}
