import { ERRORS } from "./errors.ts";
import { NOTIFICATION_SENTENCES } from "./notification-sentences.ts";
import { REASON_SENTENCES } from "./reason-sentences.ts";
import { SAID_SENTENCES } from "./said-sentences.ts";
import { FIELD_SENTENCES } from "./values/field-sentences.ts";

/** Of refusals by their ids, `error.<code>`. */
const ERROR_SENTENCES = Object.fromEntries(
  Object.entries(ERRORS).map(([code, [, sentence]]): [string, string] => [`error.${code}`, sentence]),
);

/**
 * Everything that is stored or sent as code and facts and worded where it is read, as ICU sentences in English by their ids; other
 * languages are in the catalogues `schemas/locales/<language>/said.po`. Devices have theirs from there, English too.
 */
export const SENTENCES: Readonly<Record<string, string>> = {
  ...ERROR_SENTENCES,
  ...NOTIFICATION_SENTENCES,
  ...SAID_SENTENCES,
  ...REASON_SENTENCES,
  ...FIELD_SENTENCES,
};
