import type { Migration } from "#server/platform/db/migrate.ts";
import { ACCOUNTS } from "#server/platform/ingest/account.ts";
import { MULTISIG_CHALLENGES } from "./challenge.ts";

/** No wallet needed a key of its owner before; challenges go when they are over. */
export const sharedWallets: Migration = {
  number: 14,
  name: "wallets that need their owner's own key, and challenges to prove one",
  run: async (database) => {
    await database.collection(ACCOUNTS).updateMany({ isShared: { $exists: false } }, { $set: { isShared: false } });
    await database.collection(MULTISIG_CHALLENGES).createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  },
};
