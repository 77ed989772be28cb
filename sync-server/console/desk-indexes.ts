import { indexDecided } from "#server/deposits/index.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { indexHousePayments } from "#server/wallet/index.ts";

/** What operators ask is found by an index where there are many people, too. */
export const deskIndexes: Migration = {
  number: 109,
  name: "the house's payments by kind and state, deposits by the time of their decision",
  run: async (database) => {
    await indexHousePayments(database);
    await indexDecided(database);
  },
};
