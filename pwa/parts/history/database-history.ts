import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { countTimeWindow, readRows, readTimeWindow } from "#pwa/platform/db/rows.ts";
import type { HistorySource } from "./history.ts";

/** While IndexedDB counts, it does nothing else: 100,000 rows at once hold up everybody for half a second. */
const COUNT_PARTS = 24;

/** The history in the device's database. */
export function historyIn(database: UserDatabase): HistorySource {
  const { transactions } = database.collections;
  const newest = (limit: number) => readRows(database, "transactions", { sort: [{ timestamp: "desc" }], limit });
  const oldest = async () => {
    const [first] = await readRows(database, "transactions", { sort: [{ timestamp: "asc" }], limit: 1 });
    return first?.timestamp ?? null;
  };
  return {
    rowsBetween: (from, to) => readTimeWindow(database, "transactions", from, to),
    newest,
    oldest,
    count: async () => {
      const [first, [last]] = [await oldest(), await newest(1)];
      if (first === null || last === undefined) return 0;
      const [fromMs, toMs] = [Date.parse(first), Date.parse(last.timestamp) + 1];
      const partMs = Math.ceil((toMs - fromMs) / COUNT_PARTS);
      let count = 0;
      for (let startMs = fromMs; startMs < toMs; startMs += partMs) {
        const end = new Date(startMs + partMs).toISOString();
        count += await countTimeWindow(database, "transactions", new Date(startMs).toISOString(), end);
      }
      return count;
    },
    watch: (onChanges) => {
      const subscription = transactions.eventBulks$.subscribe((bulk) => {
        onChanges(
          bulk.events.map((event) => ({
            uid: event.documentId,
            row: event.operation === "DELETE" ? null : event.documentData,
          })),
        );
      });
      return () => subscription.unsubscribe();
    },
  };
}
