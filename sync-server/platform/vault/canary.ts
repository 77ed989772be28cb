import { randomBytes } from "node:crypto";
import type { Document } from "mongodb";
import { ConfigError } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { openSeals } from "./sealing-key.ts";
import type { KeyProvider } from "./key-provider.ts";
import { VAULT_FILES } from "./erasable.ts";
import type { KeyRing } from "./key-ring.ts";
import { KmsError } from "./kms-http.ts";
import { DATA_KEY_BYTES, type Lock, VAULT_KEYS } from "./sealed-keys.ts";
import { VAULT_SECRETS } from "./secrets.ts";

/** A sample that the vault's key has wrapped. */
export interface Canary {
  readonly _id: "canary";
  readonly keyVersion: string;
  readonly wrapped: string;
}

export const VAULT_CANARY = "vault_canary";
const CANARY_CONTEXT = "astrolabe vault canary";

/**
 * Throws ConfigError, and leaves everything as it is, unless the ring opens whatever this database holds; what it opens then
 * are the seals of its rows. On a database without a vault it leaves a canary behind, by which later starts know the key.
 */
export async function verifyRing(database: Database, ring: KeyRing): Promise<void> {
  await verifyKeys(database, ring);
  await openSeals(database, ring);
}

async function verifyKeys(database: Database, ring: KeyRing): Promise<void> {
  const canaries = database.collection<Canary>(VAULT_CANARY);
  const canary = await canaries.findOne({ _id: "canary" });
  if (canary) {
    await refuseWrongKey(ring, canary);
    await refuseUnknownVersions(database, ring);
  }
  const fresh = await wrapCanary(ring.current).catch((error: unknown) => refuseUnusable(ring, error));
  if (canary) return;
  const first = await canaries.findOneAndUpdate(
    { _id: "canary" },
    { $setOnInsert: fresh },
    { upsert: true, returnDocument: "after" },
  );
  if (first) await refuseWrongKey(ring, first);
}

/** Whether another provider than the ring's current one wrapped the canary. */
export async function isCanaryFormer(database: Database, ring: KeyRing): Promise<boolean> {
  const canary = await database.collection<Canary>(VAULT_CANARY).findOne({ _id: "canary" });
  return canary !== null && canary.keyVersion !== ring.current.version;
}

/** Has the ring's current provider wrap the canary, once nothing is left that another one wrapped. */
export async function rewrapCanary(database: Database, ring: KeyRing): Promise<boolean> {
  const canaries = database.collection<Canary>(VAULT_CANARY);
  const canary = await canaries.findOne({ _id: "canary" });
  if (canary?.keyVersion === ring.current.version) return false;
  await canaries.updateOne({ _id: "canary" }, { $set: await wrapCanary(ring.current) }, { upsert: true });
  return true;
}

/** Every version that something in the vault is locked with, whatever the size of the vault. */
export async function lockedVersions(database: Database): Promise<string[]> {
  const versions = new Set<string>();
  for (const name of [VAULT_KEYS, VAULT_SECRETS, VAULT_FILES]) {
    const sealed = database.collection<Lock & Document>(name);
    for (let last = ""; ;) {
      const next = await sealed.findOne({ keyVersion: { $gt: last } }, { sort: { keyVersion: 1 } });
      if (!next) break;
      last = next.keyVersion;
      versions.add(last);
    }
  }
  return [...versions];
}

/** Wraps a sample and opens it again, so that a key that may only lock is found out before a wallet depends on it. */
async function wrapCanary(provider: KeyProvider): Promise<Pick<Canary, "keyVersion" | "wrapped">> {
  const sample = randomBytes(DATA_KEY_BYTES);
  const wrapped = await provider.wrap(sample, CANARY_CONTEXT);
  const opened = await provider.unwrap(wrapped, CANARY_CONTEXT);
  if (!opened.equals(sample)) throw new Error("what was locked did not open again");
  return { keyVersion: provider.version, wrapped: wrapped.toString("base64") };
}

/** Throws ConfigError unless the ring opens what this canary's vault is locked with. */
export async function refuseWrongKey(ring: KeyRing, { keyVersion, wrapped }: Canary): Promise<void> {
  try {
    await ring.of(keyVersion).unwrap(Buffer.from(wrapped, "base64"), CANARY_CONTEXT);
  } catch (cause) {
    // A service that is away, or lets us in no longer, says nothing about the key.
    if (cause instanceof KmsError && !cause.isAboutTheKey) return refuseUnusable(ring, cause);
    throw withCause(`${ring.setting} is not the key that this database's wallets are locked with.`, cause);
  }
}

async function refuseUnknownVersions(database: Database, ring: KeyRing): Promise<void> {
  const unknown = (await lockedVersions(database)).filter((version) => !ring.has(version));
  if (unknown.length > 0)
    throw new ConfigError(
      `${ring.setting} does not open all of this database: VAULT_OTHER_KEYS must name the key of version ${unknown.join(", ")}.`,
    );
}

function refuseUnusable(ring: KeyRing, cause: unknown): never {
  const problem = cause instanceof Error ? cause.message : "unknown";
  throw withCause(`${ring.setting} names a key that cannot be used: ${problem}.`, cause);
}

function withCause(sentence: string, cause: unknown): ConfigError {
  return Object.assign(new ConfigError(sentence), { cause });
}
