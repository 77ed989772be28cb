import { i18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { keepTyped } from "#schemas/keep-typed.ts";
import { SENTENCES } from "#schemas/sentences.ts";

const compiled = Object.entries(SENTENCES).map(([id, sentence]) => [id, compileMessageOrThrow(sentence)]);

// The sentences of screens stand beside their ids here, so that English needs no catalogue but for those shared with the server.
keepTyped(i18n).loadAndActivate({ locale: "en", messages: Object.fromEntries(compiled) });
