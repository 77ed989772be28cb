import { plural, t } from "@lingui/core/macro";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import type { SyncStatus } from "#pwa/platform/sync/sync-status.ts";
import { formatCount } from "#pwa/ui/format.ts";
import { isDeviceErrorCode } from "#schemas/device-errors.ts";

export interface SyncWords {
  readonly state: string;
  /** What follows the state where there is room: on a phone the logo, the state and four buttons share one line. */
  readonly detail: string;
  readonly short: string;
  readonly long: string;
}

/**
 * What the sync mark says. `age` is when the device last held all the server had, in words; null for never. With a network
 * (`isOnline`) it is the server that is missing, not the connection.
 */
export function syncWords(status: SyncStatus, age: string | null, isOnline: boolean): SyncWords {
  const state = stateWord(status, isOnline);
  const detail = detailOf(status, age);
  const waiting = status.waiting === 0 ? "" : ` · ${waitingWords(status.waiting)}`;
  return { state, detail, short: `${state}${detail}${waiting}`, long: longState(status, age, isOnline) };
}

/** How many changes wait to be sent, as the mark says it. */
export function waitingWords(count: number): string {
  return t({
    message: plural(count, { one: "# waiting", other: "# waiting" }),
    context: "changes that wait to be sent",
  });
}

function stateWord({ state }: SyncStatus, isOnline: boolean): string {
  if (state === "live") return t({ message: "Live", context: "what is shown is of now" });
  if (state === "syncing") return t`Syncing`;
  return isOnline ? t`No answer` : t`Offline`;
}

function detailOf({ state, firstSync }: SyncStatus, age: string | null): string {
  if (state === "offline") return age === null ? "" : ` · ${age}`;
  return state === "live" || firstSync === null ? "" : ` ${formatCount(firstSync.received)}`;
}

function longState(status: SyncStatus, age: string | null, isOnline: boolean): string {
  const parts = [];
  if (status.state === "live") parts.push(t`Live: this device holds all the server has.`);
  if (status.state === "syncing") parts.push(t`Syncing with the server.`);
  if (status.state === "offline") parts.push(offlineSentence(age, isOnline));
  const { waiting } = status;
  if (waiting > 0)
    parts.push(plural(waiting, { one: "# change waits to be sent.", other: "# changes wait to be sent." }));
  if (status.problem !== null) parts.push(problemSentence(status.problem));
  return parts.join(" ");
}

function offlineSentence(age: string | null, isOnline: boolean): string {
  if (age === null)
    return isOnline
      ? t`The server does not answer: nothing has been synchronised yet.`
      : t`Offline: nothing has been synchronised yet.`;
  return isOnline
    ? t`The server does not answer: the data was last synchronised ${age}.`
    : t`Offline: the data was last synchronised ${age}.`;
}

function problemSentence(problem: string): string {
  const sentence = isDeviceErrorCode(problem) ? sentenceOf(problem) : "";
  // The status carries no facts, and a sentence with gaps in it helps nobody.
  if (sentence !== "" && !sentence.includes("{")) return sentence;
  return problem === "storage-full"
    ? t`This device has no room left. Free some space; what is not saved here is tried again.`
    : t`Something keeps this device from synchronising; it tries again.`;
}
