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

/** All keys are listed by when they were made. */
export const apiKeyTimes: Migration = {
  number: 94,
  name: "API keys by their time",
  run: async (database) => {
    await apiKeyCollection(database).createIndex({ createdAt: -1 });
  },
};
