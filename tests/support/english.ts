import { i18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { keepTyped } from "#schemas/keep-typed.ts";
import { SENTENCES } from "#schemas/sentences.ts";

const compiled = Object.entries(SENTENCES).map(([id, sentence]) => [id, compileMessageOrThrow(sentence)]);

/** Shows English, as every test finds it: the sentences of screens stand beside their ids, those shared with the server do not. */
export function showEnglish(): void {
  keepTyped(i18n).loadAndActivate({ locale: "en", messages: Object.fromEntries(compiled) });
}

showEnglish();
