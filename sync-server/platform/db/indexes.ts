import type { Database } from "./database.ts";
import type { Migration } from "./migrate.ts";
import { ENTITIES } from "#schemas/entities.ts";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";

/** Every unique field group of every entity, and what replication looks up. */
export const entityIndexes: Migration = {
  number: 1,
  name: "unique fields of every entity and the order of replicated rows",
  run: async (database) => {
    for (const { collection, unique } of ENTITIES) {
      for (const fields of unique) await createUnique(database, collection, fields);
    }
    for (const collection of SYNC_COLLECTIONS) {
      await createUnique(database, collection, ["userId", "uid"]);
      await createUnique(database, collection, ["userId", "revision"]);
    }
    await createUnique(database, "balances", ["id"]);
  },
};

/** Names are unique whatever their case; sessions and reset tokens vanish when they expire. */
export const accountIndexes: Migration = {
  number: 2,
  name: "names whatever their case, sessions and reset tokens",
  run: async (database) => {
    await createUnique(database, "users", ["usernameKey"]);
    await createUnique(database, "users", ["uniqueUserIdKey"]);
    await database.collection("users").createIndex({ walletAddress: 1 });
    await database.collection("sessions").createIndex({ userId: 1 });
    await database.collection("sessions").createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await database.collection("password_reset_tokens").createIndex({ userId: 1 });
    await database.collection("password_reset_tokens").createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  },
};

/** One active issue per check. Where several were opened at once before this held, the oldest stays active. */
export const issueIndex: Migration = {
  number: 3,
  name: "one active issue per check",
  run: async (database, now) => {
    const issues = database.collection("system_issues");
    const seen = new Set<unknown>();
    for await (const issue of issues.find({ status: "active" }).sort({ id: 1 })) {
      const { _id, checkId } = issue;
      if (seen.has(checkId)) {
        const resolution = "Opened twice; an older issue of the same check stays.";
        const fields = { status: "resolved", resolutionTime: now, resolution, autoResolved: true };
        await issues.updateOne({ _id }, { $set: fields });
      }
      seen.add(checkId);
    }
    await issues.createIndex({ checkId: 1 }, { unique: true, partialFilterExpression: { status: "active" } });
  },
};

async function createUnique(database: Database, collection: string, fields: readonly string[]): Promise<void> {
  const keys = Object.fromEntries(fields.map((field) => [field, 1 as const]));
  await database.collection(collection).createIndex(keys, { unique: true });
}
