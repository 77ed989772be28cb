import { plural, t } from "@lingui/core/macro";
import { unansweredPrefix } from "#pwa/parts/confirming/unanswered-prefix.ts";
import { storedKeys } from "#pwa/platform/device/storage.ts";
import { readDrafts } from "./drafts.ts";
import { countUnanswered } from "./kept-progress.ts";

/** What is nowhere but on this device. */
export interface Unsent {
  readonly changes: number;
  readonly drafts: number;
  /** Confirmed payments, trades and other changes of which this device alone knows that nobody answered for them. */
  readonly unanswered: number;
}

/** What a person would lose by signing out here, where so many `changes` wait to be sent; null where nothing. */
export function unsentOf(userId: number, changes: number): Unsent | null {
  const drafts = readDrafts(userId).length;
  const unanswered = countUnanswered(userId) + storedKeys(unansweredPrefix(userId)).length;
  return changes + drafts + unanswered === 0 ? null : { changes, drafts, unanswered };
}

/** In words, a sentence each: "2 changes and 1 payment put aside have not reached the server." */
export function unsentWords({ changes, drafts, unanswered }: Unsent): string {
  return [
    ...notReachedWords(changes, drafts),
    ...(unanswered === 0
      ? []
      : [
          plural(unanswered, {
            one: "# confirmation has no answer yet.",
            other: "# confirmations have no answer yet.",
          }),
        ]),
  ].join(" ");
}

function notReachedWords(changes: number, drafts: number): string[] {
  if (changes > 0 && drafts > 0)
    return [
      t`${plural(changes, { one: "# change", other: "# changes" })} and ${plural(drafts, {
        one: "# payment put aside",
        other: "# payments put aside",
      })} have not reached the server.`,
    ];
  if (changes > 0)
    return [
      plural(changes, {
        one: "# change has not reached the server.",
        other: "# changes have not reached the server.",
      }),
    ];
  if (drafts === 0) return [];
  return [
    plural(drafts, {
      one: "# payment put aside has not reached the server.",
      other: "# payments put aside have not reached the server.",
    }),
  ];
}

/** What can be done about it, and what is at stake. */
export function unsentAdvice({ changes, unanswered }: Unsent, isOnline: boolean): string {
  if (unanswered > 0)
    return t`The server may have taken it or not. This device can ask without doing it twice; once its data is gone, only your history tells. Open Send, or load this page anew, while there is a connection.`;
  if (changes === 0) return t`A payment that was put aside is kept on this device only.`;
  return isOnline
    ? t`Changes are sent within moments while there is a connection.`
    : t`Changes are sent as soon as there is a connection again. Stay signed in until then to keep them.`;
}
