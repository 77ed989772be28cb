import { plural } from "@lingui/core/macro";
const SECOND_MS = 1000;
const MINUTE_S = 60;

/** When a PIN may be tried again: in seconds below two minutes, then in minutes, both rounded up. */
export function againWords(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  if (seconds < 2 * MINUTE_S)
    return plural(seconds, { one: "You can try again in # second.", other: "You can try again in # seconds." });
  const minutes = Math.ceil(seconds / MINUTE_S);
  return plural(minutes, { one: "You can try again in # minute.", other: "You can try again in # minutes." });
}
