import { Contacts } from "#schemas/contacts.ts";
import { Transactions } from "#schemas/transactions.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { SUBMISSIONS } from "#server/platform/submissions/submission.ts";
import { securityCollection } from "#server/users/index.ts";

/** Whom operators look for is found by an index, whatever of them is known. */
export const peopleIndexes: Migration = {
  number: 91,
  name: "people by their age, by transactions and by addresses that they keep",
  run: async (database) => {
    await database.collection("users").createIndex({ createdAt: 1, id: 1 });
    await securityCollection(database).createIndex(
      { hasSecondFactor: 1 },
      { partialFilterExpression: { hasSecondFactor: true } },
    );
    await database.collection(Contacts.collection).createIndex({ stellarAddress: 1, userId: 1 });
    await database.collection(Transactions.collection).createIndex({ hash: 1, userId: 1 });
    await database.collection(SUBMISSIONS).createIndex({ userId: 1, id: -1 }, { name: "of_one" });
    await database.collection("operator_actions").createIndex({ userId: 1, action: 1, id: -1 });
  },
};
