import { join, resolve } from "node:path";
import { type MessageDescriptor, type Messages, setupI18n } from "@lingui/core";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { readCatalogues } from "#build/read-catalogues.ts";
import { amountsTogether } from "#schemas/values/amounts-together.ts";
import { formatTag, type Language } from "#schemas/values/languages.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDERS = ["pwa/locales", "schemas/locales"].map((folder) => join(ROOT, folder));

/** What a sentence is told by: its English as it is written in the code, or the code of one that is shared with the server. */
export interface Asked {
  readonly context?: string;
  readonly values?: NonNullable<MessageDescriptor["values"]>;
}

/** Words a sentence in a language as the app does; throws for one that the app does not say. */
export type Words = (sentence: string, asked?: Asked) => string;

let catalogues: ReturnType<typeof readCatalogues> | undefined;

/** The words of a language, out of its catalogues: who finds a button by them still finds it after a better translation. */
export async function wordsOf(language: Language): Promise<Words> {
  catalogues ??= readCatalogues(FOLDERS, amountsTogether);
  const { languages } = await catalogues;
  // As they are in the files that the app loads.
  const messages = (languages.get(language) ?? {}) as Messages;
  const i18n = setupI18n({ locale: language, locales: formatTag(language), messages: { [language]: messages } });
  return (sentence, { context, values = {} } = {}) => {
    const id = Object.hasOwn(messages, sentence) ? sentence : generateMessageId(sentence, context);
    if (!Object.hasOwn(messages, id))
      throw new Error(`The app does not say "${sentence}"${context ? ` (${context})` : ""}.`);
    return i18n._(id, values);
  };
}

/** What stands for something that a test does not know beforehand, as a value of a sentence. */
export const ANYTHING = "\u0001";

/** A sentence as a pattern, of which {@link ANYTHING} matches whatever is there. */
export function like(sentence: string): RegExp {
  return new RegExp(RegExp.escape(sentence).replaceAll(RegExp.escape(ANYTHING), ".*"));
}
