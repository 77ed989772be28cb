import type { UserDatabase } from "#pwa/platform/db/user-database.ts";
import { countRows, readRows, readTimeWindow } from "#pwa/platform/db/rows.ts";
import type { HistorySource } from "./history.ts";

/** The history in the device's database. */
export function historyIn(database: UserDatabase): HistorySource {
  const { transactions } = database.collections;
  return {
    rowsBetween: (from, to) => readTimeWindow(database, "transactions", from, to),
    count: () => countRows(database, "transactions", undefined),
    oldest: async () => {
      const [first] = await readRows(database, "transactions", { sort: [{ timestamp: "asc" }], limit: 1 });
      return first?.timestamp ?? null;
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
