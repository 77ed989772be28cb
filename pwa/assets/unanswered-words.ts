import { formatDate } from "#pwa/ui/format.ts";
import type { Settled } from "./unanswered.ts";

/** What became of a confirmation whose answer got lost. */
export function settledWords({ what, atMs, submission }: Settled) {
  const when = formatDate(atMs, { withTime: true });
  return submission === null
    ? {
        title: `${what}: not done`,
        description: `Your confirmation of ${when} never reached the server, and is void now.`,
      }
    : {
        title: `${what}: the server has it`,
        description: `Your confirmation of ${when} arrived, and was answered too late.`,
      };
}

/** What to think of before the next confirmation, where some of those did arrive; null where none. */
export function doneBefore(settled: readonly Settled[]): string | null {
  const taken = settled.filter(({ submission }) => submission !== null);
  if (taken.length === 0) return null;
  const each = taken.map(({ what, atMs }) => `“${what}” of ${formatDate(atMs, { withTime: true })}`);
  return `The server has what you confirmed before, although its answer got lost: ${each.join(", ")}. What you confirm here comes on top of it.`;
}
