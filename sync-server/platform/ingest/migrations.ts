import type { Document } from "mongodb";
import type { Migration } from "#server/platform/db/migrate.ts";
import { SUBMISSIONS } from "#server/platform/submissions/submission.ts";
import { ACCOUNTS } from "./account.ts";
import { indexHouseMovements } from "./house-movements.ts";
import { indexLookUps } from "./account-look-ups.ts";
import { indexGaps } from "./gap-store.ts";
import { indexQuarantine } from "./quarantine.ts";
import { indexSuspense, suspenseCollection } from "./suspense-items.ts";

const AT_ONCE = 1000;

/** Accounts get numbers, by which ingestion learns of new ones; what is kept back and what is in suspense is found by an index. */
export const numberedAccounts: Migration = {
  number: 8,
  name: "accounts by number, open reservations, suspense items",
  run: async (database) => {
    const accounts = database.collection<Document & { readonly _id: string }>(ACCOUNTS);
    const unnumbered = { number: { $exists: false } };
    for (;;) {
      const part = await accounts
        .find(unnumbered, { sort: { _id: 1 }, limit: AT_ONCE, projection: { _id: 1 } })
        .toArray();
      if (part.length === 0) break;
      await database.transaction(async (session) => {
        const first = await database.nextIds(session, ACCOUNTS, part.length);
        await accounts.bulkWrite(
          part.map(({ _id }, index) => ({
            updateOne: { filter: { _id, ...unnumbered }, update: { $set: { number: first + index } } },
          })),
          { session },
        );
      });
    }
    await accounts.createIndex({ number: 1 }, { unique: true });
    await database
      .collection(SUBMISSIONS)
      .createIndex({ isReserving: 1, ledger: 1 }, { partialFilterExpression: { isReserving: true } });
    await indexSuspense(database);
  },
};

/** A database made before transactions were kept aside and accounts looked through has no indexes for either. */
export const quarantineIndexes: Migration = {
  number: 62,
  name: "transactions kept aside, accounts to look through, issues by check",
  run: async (database) => {
    await indexQuarantine(database);
    await indexLookUps(database);
    await database.collection("system_issues").createIndex({ checkId: 1, resolutionTime: 1 });
  },
};

/** What moves on the house's accounts is recorded from here on; what moved before is in the network's history alone. */
export const houseMovementIndexes: Migration = {
  number: 96,
  name: "movements of the house's accounts",
  run: indexHouseMovements,
};

/** Ledgers that no node remembers are filled from Horizon: what is open of them is found at once. */
export const gapIndexes: Migration = {
  number: 145,
  name: "gaps of the ledger, and what was found of them",
  run: indexGaps,
};

/** What operators look for among it whole is found at once, however much of it there is. */
export const suspenseSearch: Migration = {
  number: 108,
  name: "suspense items by hash and by who paid whom",
  run: async (database) => {
    const items = suspenseCollection(database);
    await items.createIndex({ hash: 1 });
    await items.createIndex({ from: 1, id: 1 });
    await items.createIndex({ to: 1, id: 1 });
  },
};

/** Whoever sends the house a thousand things without a word has operators wait for none of them. */
export const suspenseOrder: Migration = {
  number: 102,
  name: "suspense items that are not settled, the oldest first",
  run: async (database) => {
    await suspenseCollection(database).createIndex({ isSettled: 1, id: 1 });
  },
};
