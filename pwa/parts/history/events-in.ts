import type { HistorySource } from "./history.ts";
import { isLeg, type MovementRow } from "./movement.ts";

/** The events of a history, one row each: without the rows of the other sides of exchanges. All rows of it are counted. */
export function eventsIn(source: HistorySource): HistorySource {
  return {
    ...source,
    rowsBetween: async (from, to) => (await source.rowsBetween(from, to)).filter(isTold),
    newest: async (limit) => {
      for (let asked = limit; ; asked *= 2) {
        const rows = await source.newest(asked);
        const told = rows.filter(isTold);
        // With fewer than were asked for, these are all there are.
        if (told.length >= limit || rows.length < asked) return told.slice(0, limit);
      }
    },
    watch: (onChanges) =>
      source.watch((changes) =>
        onChanges(
          changes.map((change) => (change.row !== null && isLeg(change.row) ? { ...change, row: null } : change)),
        ),
      ),
  };
}

function isTold(row: MovementRow): boolean {
  return !isLeg(row);
}
