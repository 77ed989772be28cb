import { t } from "@lingui/core/macro";
import type { PriceRange } from "#schemas/markets.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface RangeFacts {
  readonly label: string;
  /** In running text: "in the last 7 days". */
  readonly words: string;
  /** Null for all there is. */
  readonly lengthMs: number | null;
  readonly stepMs: number;
}

/** The ranges of curves, shortest first. */
export const RANGES: Readonly<Record<PriceRange, RangeFacts>> = {
  "1d": {
    get label() {
      return t`24 h`;
    },
    get words() {
      return t({ message: "in the last 24 hours", context: "time, at the end of a sentence" });
    },
    lengthMs: DAY_MS,
    stepMs: 15 * MINUTE_MS,
  },
  "7d": {
    get label() {
      return t`7 d`;
    },
    get words() {
      return t({ message: "in the last 7 days", context: "time, at the end of a sentence" });
    },
    lengthMs: 7 * DAY_MS,
    stepMs: 2 * HOUR_MS,
  },
  "30d": {
    get label() {
      return t`30 d`;
    },
    get words() {
      return t({ message: "in the last 30 days", context: "time, at the end of a sentence" });
    },
    lengthMs: 30 * DAY_MS,
    stepMs: 8 * HOUR_MS,
  },
  "1y": {
    get label() {
      return t`1 y`;
    },
    get words() {
      return t({ message: "in the last year", context: "time, at the end of a sentence" });
    },
    lengthMs: 365 * DAY_MS,
    stepMs: DAY_MS,
  },
  all: {
    get label() {
      return t({ message: "All", context: "all the time there is" });
    },
    get words() {
      return t({ message: "of all time", context: "time, at the end of a sentence" });
    },
    lengthMs: null,
    stepMs: DAY_MS,
  },
};

export const RANGE_NAMES: readonly PriceRange[] = ["1d", "7d", "30d", "1y", "all"];

/** From when on a range reaches back from `nowMs`. */
export function startOf(range: PriceRange, nowMs: number): number {
  const { lengthMs } = RANGES[range];
  return lengthMs === null ? 0 : nowMs - lengthMs;
}
