import type { Migration } from "#server/platform/db/migrate.ts";

/** Whom an account paid and who paid it is looked up by the beginning of an address, see `look-alikes.ts`. */
export const partyIndexes: Migration = {
  number: 72,
  name: "movements by the other side's address",
  run: async (database) => {
    const transactions = database.collection("transactions");
    await transactions.createIndex({ userId: 1, to: 1 });
    await transactions.createIndex({ userId: 1, from: 1 });
  },
};
