import { PULSE_PAIRS, type PulseOutput } from "#schemas/pulse.ts";
import type { MarketMemory } from "./market-memory.ts";
import { tickerOf } from "./market-view.ts";

/** How long one answer stands for all: anybody may ask. */
const FRESH_MS = 1000;

interface Feed {
  readonly memory: MarketMemory | null;
  place(): { readonly ledger: number; readonly closedAt: string | null };
}

/** Reads what guests see of the markets, from memory. */
export function pulseReader(feed: Feed): () => PulseOutput {
  let last: { readonly atMs: number; readonly pulse: PulseOutput } | null = null;
  return () => {
    const atMs = performance.now();
    if (last !== null && atMs - last.atMs < FRESH_MS) return last.pulse;
    last = { atMs, pulse: readPulse(feed) };
    return last.pulse;
  };
}

export function readPulse(feed: Feed): PulseOutput {
  const { ledger, closedAt } = feed.place();
  const { memory } = feed;
  const pairs: PulseOutput["pairs"] = [];
  for (const pair of memory?.pairs ?? []) {
    if (memory === null || pairs.length === PULSE_PAIRS) break;
    const { base, quote, last, change } = tickerOf(memory, pair);
    if (last !== null) pairs.push({ base: codeOf(base), quote: codeOf(quote), last, change });
  }
  return { ledger: ledger > 0 ? ledger : null, closedAt, pairs };
}

/** What stands before its issuer. */
function codeOf(key: string): string {
  return key.split("-")[0] ?? key;
}
