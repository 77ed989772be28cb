import { plural, t } from "@lingui/core/macro";
import { formatUnit } from "#pwa/ui/format.ts";
import { keptFormat, shownTag } from "#pwa/ui/own-formats.ts";
import type { LedgerOutput, NetworkStatsOutput } from "#schemas/network-stats.ts";
import { formatCount } from "#pwa/ui/format.ts";

/** Whole and half seconds a ledger took on average; null where too few are known. */
export function averageCloseSeconds(ledgers: readonly LedgerOutput[]): number | null {
  const took = ledgers.flatMap(({ tookSeconds }) => (tookSeconds === null ? [] : [tookSeconds]));
  if (took.length < 2) return null;
  return took.reduce((sum, seconds) => sum + seconds, 0) / took.length;
}

const SOONEST_MS = 1000;
const LATEST_MS = 10_000;
/** What a node needs to tell of a ledger that closed. */
const TELLING_MS = 300;

/** When to look again: about when the next ledger is told of. */
export function nextLookMs({ ledgers, readAt }: NetworkStatsOutput): number {
  const newest = ledgers.at(-1);
  const average = averageCloseSeconds(ledgers);
  if (!newest || average === null) return SOONEST_MS;
  const sinceMs = Math.max(0, Date.parse(readAt) - Date.parse(newest.closedAt));
  const left = average * 1000 - sinceMs + TELLING_MS;
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, left));
}

/** Seconds in words: "5.2 s". */
export function formatSeconds(seconds: number): string {
  return formatUnit(Number.isInteger(seconds) ? String(seconds) : seconds.toFixed(1), "second");
}

/** A count in short: "50.0 billion", "1.2 million", "12,345". Wants the whole units of a decimal text. */
export function formatLarge(text: string): string {
  const whole = BigInt(text.split(".")[0] ?? "0");
  const tag = shownTag();
  if (tag !== null) return keptFormat(tag, "long", () => new Intl.NumberFormat(tag, LONG)).format(whole);
  if (whole < 1_000_000n) return formatCount(whole);
  const [size, word] = whole >= 1_000_000_000n ? [1_000_000_000n, "billion"] : [1_000_000n, "million"];
  const tenths = (whole * 10n) / size;
  return `${formatCount(tenths / 10n)}.${tenths % 10n} ${word}`;
}

const LONG = {
  notation: "compact",
  compactDisplay: "long",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  roundingMode: "trunc",
} as const;

const NODE_WORDS = {
  get fresh() {
    return t`Keeps up`;
  },
  get lagging() {
    return t`Behind the others`;
  },
  get silent() {
    return t`Does not answer`;
  },
  get foreign() {
    return t`Of another network, not asked`;
  },
} as const;

/** How a node is doing, in words. */
export function nodeWords({ state, behind }: NetworkStatsOutput["nodes"][number]): string {
  const words = NODE_WORDS[state];
  return behind !== null && behind > 0 && state !== "foreign"
    ? plural(behind, { one: `${words}, # ledger back`, other: `${words}, # ledgers back` })
    : words;
}
