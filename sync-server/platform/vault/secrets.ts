import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import type { AuditLog } from "./audit-log.ts";
import type { KeyRing } from "./key-ring.ts";
import { type Lock, lock, unlock } from "./sealed-keys.ts";

/** A small secret as it is stored. */
export interface SealedSecret extends Lock, Document {
  /** The name. */
  readonly _id: string;
  readonly secret: string;
  readonly createdAt: Date;
}

export const VAULT_SECRETS = "vault_secrets";

/** The store whose secrets are encrypted like keys: each under a data key of its own, bound to its name. */
export function openSecretStore(database: Database, ring: KeyRing, audit: AuditLog, clock: Clock): SecretStore {
  const secrets = database.collection<SealedSecret>(VAULT_SECRETS);
  const event = (action: "keep" | "reveal" | "drop", name: string) => ({
    action,
    address: name,
    purpose: "secret",
    payloadHash: "",
    requestedBy: name,
    reason: "",
  });
  return {
    async put(session, name, plain) {
      const locked = await lock(ring, plain, secretContext(name));
      const fields = { ...locked.lock, secret: locked.sealed, createdAt: clock.now() };
      await secrets.updateOne({ _id: name }, { $set: fields }, { session, upsert: true });
      await audit.note(session, event("keep", name));
    },
    async use(name, work) {
      const sealed = await secrets.findOne({ _id: name });
      if (!sealed) return null;
      await audit.append(event("reveal", name));
      return unlock(ring, sealed, sealed.secret, secretContext(name), work);
    },
    async drop(session, name) {
      const { deletedCount } = await secrets.deleteOne({ _id: name }, { session });
      if (deletedCount > 0) await audit.note(session, event("drop", name));
    },
  };
}

/** What a secret's encryption is bound to. */
export function secretContext(name: string): string {
  return `astrolabe secret ${name}`;
}
