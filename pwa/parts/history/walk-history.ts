import type { HistorySource } from "./history.ts";
import { compareNewestFirst, type MovementRow } from "./movement.ts";

/** Rows to aim at per window; all that is in memory at a time. */
const WINDOW_ROWS = 1000;
const HOUR_MS = 3_600_000;
const AHEAD_MS = 24 * HOUR_MS;

export interface Walk {
  /** Rows on the device when the walk began. */
  readonly total: number;
  /** All rows in batches, the oldest first. */
  readonly batches: AsyncIterable<readonly MovementRow[]>;
}

/** Reads the whole history, up to a day from `nowMs`, in windows of time whose width follows its density. */
export async function walkHistory(
  source: Pick<HistorySource, "rowsBetween" | "count" | "oldest">,
  nowMs: number,
): Promise<Walk> {
  const [total, oldest] = await Promise.all([source.count(), source.oldest()]);
  async function* read(): AsyncGenerator<readonly MovementRow[]> {
    if (oldest === null) return;
    // Rows may carry a ledger time a little ahead of this device's clock.
    const endMs = nowMs + AHEAD_MS;
    let fromMs = Date.parse(oldest);
    let spanMs = Math.max(HOUR_MS, ((endMs - fromMs) / Math.max(1, total)) * WINDOW_ROWS);
    while (fromMs < endMs) {
      const toMs = Math.min(endMs, fromMs + spanMs);
      const rows = await source.rowsBetween(new Date(fromMs).toISOString(), new Date(toMs).toISOString());
      if (rows.length > 0) yield [...rows].sort((left, right) => compareNewestFirst(right, left));
      fromMs = toMs;
      spanMs = Math.max(1, Math.round(spanMs * Math.min(8, Math.max(1 / 8, WINDOW_ROWS / Math.max(1, rows.length)))));
    }
  }
  return { total, batches: read() };
}
