import { plural, t } from "@lingui/core/macro";
import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { deviceSentenceOf, errorWords } from "#pwa/platform/language/error-words.ts";
import { SaidFacts } from "#schemas/said.ts";
import { SIGNED_OUT_KEY } from "./kept-keys.ts";

/** Why this device was signed out. */
const SignedOut = v.object({
  /** What the server said of it. */
  facts: SaidFacts,
  /** How many changes had not been sent, and are lost. */
  waiting: v.number(),
});

/** Kept until somebody signs in: it names nobody. */
export const signedOutNote = keptText(SIGNED_OUT_KEY, SignedOut, null);

/** The same in words; put together when it is read, since the language may be another by then. */
export function signedOutWords({ facts, waiting }: v.InferOutput<typeof SignedOut>): string {
  const sentence = errorWords("session-ended", facts) ?? deviceSentenceOf("session-required");
  const removed = `${sentence} ${t`Your data was removed from this device.`}`;
  if (waiting === 0) return removed;
  const lost = plural(waiting, {
    one: "A change that had not been sent went with it.",
    other: "# changes that had not been sent went with it.",
  });
  return `${removed} ${lost}`;
}
