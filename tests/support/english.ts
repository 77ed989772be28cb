import { i18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { SENTENCES } from "#schemas/sentences.ts";

const compiled = Object.entries(SENTENCES).map(([id, sentence]) => [id, compileMessageOrThrow(sentence)]);

// The sentences of screens stand beside their ids here, so that English needs no catalogue but for those shared with the server.
i18n.loadAndActivate({ locale: "en", messages: Object.fromEntries(compiled) });
