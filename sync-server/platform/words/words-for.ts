import { DEFAULT_LANGUAGE, languageNamed } from "#schemas/values/languages.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type Words, wordsIn } from "./words-in.ts";

/** The words of the language that a person chose; English where that is not known. */
export async function wordsFor({ database }: Pick<Runtime, "database">, userId: number): Promise<Words> {
  const settings = await database.collection("settings").findOne({ userId }, { projection: { _id: 0, language: 1 } });
  return wordsIn(languageNamed(settings?.["language"]) ?? DEFAULT_LANGUAGE);
}
