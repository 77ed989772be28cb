import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import type { Whole } from "#pwa/parts/assets/whole.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";

const KEY = "astrolabe.last-total";
/** Prices move all the time; each writing of it costs the page something. */
const KEEP_EVERY_MS = 30_000;

const Figure = v.nullable(v.pipe(v.string(), v.regex(/^-?\d{1,38}$/)));
const Kept = v.object({ usd: Figure, xlm: Figure, atMs: v.number() });

/** What everything was worth when this device last held all that the server had. */
export interface LastTotal {
  /** In ten-millionths of a dollar; null where no price was known. */
  readonly usd: bigint | null;
  /** In stroops. */
  readonly xlm: bigint | null;
  /** In ms since the epoch. */
  readonly atMs: number;
}

/** What was last kept of this user; null where nothing was, or it is another person's, or the device is locked. */
export function readLastTotal(userId: number): LastTotal | null {
  const kept = keptText(KEY, Kept, userId).read();
  return kept && { usd: amount(kept.usd), xlm: amount(kept.xlm), atMs: kept.atMs };
}

/** Keeps it as this user's, by the rules of all that is kept of a person: sealed under the app lock, gone with their sign-out. */
export function keepLastTotal(userId: number, { usd, xlm, atMs }: LastTotal): void {
  keptText(KEY, Kept, userId).keep({ usd: usd?.toString() ?? null, xlm: xlm?.toString() ?? null, atMs });
}

/** The total to show before the database is open; what takes its place is kept for the next time. */
export function useLastTotal(userId: number, whole: Whole, isLoading: boolean): LastTotal | null {
  const [last] = useState(() => readLastTotal(userId));
  const keepFromMs = useRef(0);
  const { firstSync, lastSyncedAt } = useAtomValue(syncStatusAtom);
  const isWhole = !isLoading && firstSync === null && whole.asOfLedger !== null;
  useEffect(() => {
    if (!isWhole || lastSyncedAt === null || nowMs() < keepFromMs.current) return;
    keepFromMs.current = nowMs() + KEEP_EVERY_MS;
    keepLastTotal(userId, { usd: whole.usd, xlm: whole.xlm, atMs: lastSyncedAt });
  }, [userId, whole, isWhole, lastSyncedAt]);
  return last;
}

function amount(kept: string | null): bigint | null {
  return kept === null ? null : BigInt(kept);
}
