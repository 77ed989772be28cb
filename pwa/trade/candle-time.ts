import type { Time, UTCTimestamp } from "lightweight-charts";
import { wallSeconds } from "#pwa/ui/chart-paint.ts";

/** Where on the chart the candle stands that begins then. */
export function timeOf(startMs: number): UTCTimestamp & Time {
  // The library's own type for seconds since the epoch is a marked number.
  return wallSeconds(startMs) as UTCTimestamp & Time;
}
