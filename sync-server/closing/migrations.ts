import type { Migration } from "#server/platform/db/migrate.ts";

/** Accounts closed before are gone through again: deposits and what was sent to support kept people's names. */
export const erasedAgain: Migration = {
  number: 21,
  name: "names in deposits and reports of closed accounts",
  run: async (database) => {
    await database.collection("account_closings").updateMany({ state: "done" }, { $set: { state: "erasing" } });
  },
};
