import type { Migration } from "#server/platform/db/migrate.ts";
import { PROCESSES } from "./processes.ts";

/** What the overview counts by the day is found by its time. A process that is silent for a minute is forgotten. */
export const overviewIndexes: Migration = {
  number: 90,
  name: "movements and people by time, and the processes that are running",
  run: async (database) => {
    await database.collection("transactions").createIndex({ timestamp: 1 });
    await database.collection("users").createIndex({ createdAt: 1 });
    await database.collection(PROCESSES).createIndex({ seenAt: 1 }, { expireAfterSeconds: 60 });
  },
};
