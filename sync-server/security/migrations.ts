import type { Migration } from "#server/platform/db/migrate.ts";
import { securityCollection } from "#server/users/index.ts";

/** Frozen accounts, and changes whose time has come, are found by an index. */
export const securityIndexes: Migration = {
  number: 59,
  name: "frozen accounts and changes of protections that wait",
  run: async (database) => {
    await securityCollection(database).createIndexes([
      { key: { dueAt: 1 } },
      { key: { isFrozen: 1 }, partialFilterExpression: { isFrozen: true } },
    ]);
  },
};
