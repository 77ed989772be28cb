import { plural, t } from "@lingui/core/macro";
import type { CheckOutput } from "#schemas/monitoring.ts";

export const SHOWN_CHECKS = ["all", "trouble"] as const;

export function shownCheckWords(shown: (typeof SHOWN_CHECKS)[number]): string {
  return shown === "all"
    ? t({ message: "All", context: "checks" })
    : t({ message: "That do not pass", context: "checks" });
}

/** How a check stands, and how that is to look. */
export function checkStateWords(state: CheckOutput["state"]) {
  switch (state) {
    case "passing":
      return { tone: "up", words: t({ message: "Passes", context: "a check" }) } as const;
    case "failing":
      return { tone: "down", words: t({ message: "Finds something", context: "a check" }) } as const;
    case "unknown":
      return {
        tone: "neutral",
        words: t({ message: "Unknown", context: "a check that waits for another one" }),
      } as const;
    case "broken":
      return { tone: "warn", words: t({ message: "Could not be made", context: "a check" }) } as const;
    case "overdue":
      return { tone: "warn", words: t({ message: "Overdue", context: "a check" }) } as const;
    case "new":
      return { tone: "neutral", words: t({ message: "Not made yet", context: "a check" }) } as const;
  }
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A span of time in its largest whole unit. */
export function spanWords(ms: number): string {
  if (ms >= HOUR_MS && ms % HOUR_MS === 0) return plural(ms / HOUR_MS, { one: "# hour", other: "# hours" });
  if (ms >= MINUTE_MS && ms % MINUTE_MS === 0) return plural(ms / MINUTE_MS, { one: "# minute", other: "# minutes" });
  return plural(Math.round(ms / SECOND_MS), { one: "# second", other: "# seconds" });
}
