import { t } from "@lingui/core/macro";
const SECOND_MS = 1000;
const MINUTE_S = 60;

/** A wait in words: seconds below two minutes, then minutes, both rounded up. */
export function waitWords(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  if (seconds >= 2 * MINUTE_S) return t`${Math.ceil(seconds / MINUTE_S)} minutes`;
  return seconds === 1 ? "1 second" : t`${seconds} seconds`;
}
