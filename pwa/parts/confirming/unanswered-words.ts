import { plural, t } from "@lingui/core/macro";
import { formatDate, formatSeries } from "#pwa/ui/format.ts";
import { whatWords } from "./what-words.ts";

/** What became of a confirmation without an answer. What the server did not take never reached it, and never will. */
export interface Settled {
  readonly key: string;
  /** What was confirmed, as `what()` says it. */
  readonly what: string;
  readonly atMs: number;
  readonly isTaken: boolean;
}

/** What became of confirmations whose answers got lost, in one message: a second one would take its place. Null for none. */
export function settledWords(settled: readonly Settled[]) {
  const [only] = settled;
  if (only === undefined) return null;
  const count = settled.length;
  if (count > 1)
    return {
      title: plural(count, {
        one: "# confirmation whose answer got lost",
        other: "# confirmations whose answers got lost",
      }),
      description: settled.map(outcomeOf).join(" "),
    };
  const what = whatWords(only.what);
  const when = formatDate(only.atMs, { withTime: true });
  return only.isTaken
    ? {
        title: t`${what}: the server has it`,
        description: t`Your confirmation of ${when} arrived, and was answered too late.`,
      }
    : {
        title: t`${what}: not done`,
        description: t`Your confirmation of ${when} never reached the server, and is void now.`,
      };
}

function outcomeOf(settled: Settled): string {
  const what = named(settled);
  return settled.isTaken ? t`${what}: the server has it.` : t`${what}: not done.`;
}

/** What to think of before the next confirmation, where some of those did arrive; null where none. */
export function doneBefore(settled: readonly Settled[]): string | null {
  const taken = settled.filter(({ isTaken }) => isTaken);
  if (taken.length === 0) return null;
  const confirmed = formatSeries(taken.map(named));
  return t`The server has what you confirmed before, although its answer got lost: ${confirmed}. What you confirm here comes on top of it.`;
}

function named({ what: kept, atMs }: Settled): string {
  const what = whatWords(kept);
  const when = formatDate(atMs, { withTime: true });
  return t`“${what}” of ${when}`;
}
