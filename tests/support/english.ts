import { i18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { SENTENCES } from "#schemas/sentences.ts";

const compiled = Object.entries(SENTENCES).map(([id, sentence]) => [id, compileMessageOrThrow(sentence)]);

/** Shows English, as every test finds it: the sentences of screens stand beside their ids, those shared with the server do not. */
export function showEnglish(): void {
  i18n.loadAndActivate({ locale: "en", messages: Object.fromEntries(compiled) });
}

showEnglish();
