import { randomBytes } from "node:crypto";
import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { type KeyProvider, seal, unseal } from "./key-provider.ts";

interface SealedSecret extends Document {
  /** The name. */
  readonly _id: string;
  readonly keyVersion: string;
  readonly dataKey: string;
  readonly secret: string;
  readonly createdAt: Date;
}

export const VAULT_SECRETS = "vault_secrets";
const DATA_KEY_BYTES = 32;

/** The store whose secrets are encrypted like keys: each under a data key of its own, bound to its name. */
export function openSecretStore(database: Database, provider: KeyProvider, clock: Clock): SecretStore {
  const secrets = database.collection<SealedSecret>(VAULT_SECRETS);
  return {
    async put(session, name, plain) {
      const dataKey = randomBytes(DATA_KEY_BYTES);
      try {
        const context = secretContext(name);
        const fields = {
          keyVersion: provider.version,
          dataKey: (await provider.wrap(dataKey, context)).toString("base64"),
          secret: seal(dataKey, plain, context).toString("base64"),
          createdAt: clock.now(),
        };
        await secrets.updateOne({ _id: name }, { $set: fields }, { session, upsert: true });
      } finally {
        dataKey.fill(0);
      }
    },
    async use(name, work) {
      const sealed = await secrets.findOne({ _id: name });
      if (!sealed) return null;
      const context = secretContext(name);
      const dataKey = await provider.unwrap(Buffer.from(sealed.dataKey, "base64"), context);
      const plain = unseal(dataKey, Buffer.from(sealed.secret, "base64"), context);
      try {
        return await work(plain);
      } finally {
        plain.fill(0);
        dataKey.fill(0);
      }
    },
    async drop(session, name) {
      await secrets.deleteOne({ _id: name }, { session });
    },
  };
}

/** What a secret's encryption is bound to. */
export function secretContext(name: string): string {
  return `astrolabe secret ${name}`;
}
