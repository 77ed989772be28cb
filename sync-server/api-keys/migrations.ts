import type { Migration } from "#server/platform/db/migrate.ts";
import { apiKeyCollection } from "./store.ts";

/** A person's keys are found by an index. */
export const apiKeyIndexes: Migration = {
  number: 92,
  name: "API keys of a person",
  run: async (database) => {
    await apiKeyCollection(database).createIndex({ userId: 1 });
  },
};
