import type { Migration } from "#server/platform/db/migrate.ts";
import { AUDIT_LOG } from "./audit-rows.ts";
import { VAULT_FILES } from "./erasable.ts";
import { VAULT_KEYS } from "./sealed-keys.ts";
import { VAULT_SECRETS } from "./secrets.ts";

/** Which keys lock a vault of any size is asked at every start, which accounts change keys all the time. */
export const vaultIndexes: Migration = {
  number: 6,
  name: "the vault by the version of its locks",
  run: async (database) => {
    for (const name of [VAULT_KEYS, VAULT_SECRETS]) await database.collection(name).createIndex({ keyVersion: 1 });
    await database.collection(VAULT_KEYS).createIndex({ "next.publicKey": 1 }, { sparse: true });
  },
};

/** What used up the sequence number of an envelope is looked for where something else is to be signed in its place. */
export const signedEnvelopes: Migration = {
  number: 41,
  name: "the audit log by what was signed",
  run: async (database) => {
    const signed = { sparse: true };
    await database.collection(AUDIT_LOG).createIndex({ "envelope.source": 1, "envelope.sequence": 1 }, signed);
  },
};

/** Files with keys of their own, by the version of their locks. */
export const vaultFileIndexes: Migration = {
  number: 111,
  name: "the vault's files by the version of their locks",
  run: async (database) => {
    await database.collection(VAULT_FILES).createIndex({ keyVersion: 1 });
  },
};
