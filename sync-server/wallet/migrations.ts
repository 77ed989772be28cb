import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { SUBMISSIONS } from "#server/platform/submissions/submission.ts";

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

/**
 * Whatever operators narrow all payments by leads to them, the newest first (`list-submissions.ts`). Whom one pays is in its first step: an
 * index over all of its steps would not be in the order of numbers.
 */
export const paymentListIndexes: Migration = {
  number: 98,
  name: "all payments by kind and state, by who pays and by who is paid",
  run: async (database) => {
    const submissions = database.collection(SUBMISSIONS);
    await submissions.createIndexes([
      { key: { kind: 1, state: 1, id: 1 } },
      { key: { account: 1, id: 1 } },
      { key: { "steps.0.to": 1, id: 1 } },
    ]);
    // The first of these begins with it.
    const former = "kind_1_state_1";
    if (await submissions.indexExists(former)) await submissions.dropIndex(former);
  },
};

/** The house has the most payments of all, and is asked for those of one kind or in one state. */
export async function indexHousePayments(database: Database): Promise<void> {
  await database
    .collection(SUBMISSIONS)
    .createIndex({ userId: 1, kind: 1, state: 1, id: 1 }, { name: "of_house", partialFilterExpression: { userId: 0 } });
}
