import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import type { ClientSession, Document } from "mongodb";
import { ConfigError } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { openAuditLog } from "./audit-log.ts";
import { type KeyProvider, seal, unseal } from "./key-provider.ts";

/** What a key is for; part of the associated data, so that a key of one purpose cannot be used as another. */
export type KeyPurpose = "wallet" | "house";

/** Who wants a signature, and what for, for the audit log. */
export interface SigningRequest {
  readonly address: string;
  readonly purpose: KeyPurpose;
  /** The 32-byte transaction hash. */
  readonly hash: Buffer;
  readonly requestedBy: string;
  readonly reason: string;
}

/** The only door to secret keys: they are made, used and forgotten inside one call. */
export interface Vault {
  /** Makes a key pair and answers with its address (G...). */
  createKey(session: ClientSession, owner: { readonly userId: number; readonly purpose: KeyPurpose }): Promise<string>;
  /** The 64-byte ed25519 signature. Its audit row is stored before it is made. */
  sign(request: SigningRequest): Promise<Buffer>;
  /** Throws ConfigError when the wrapping key is not the one that this database's keys were wrapped with. */
  verifyKey(): Promise<void>;
}

interface SealedKey extends Document {
  /** The address. */
  readonly _id: string;
  readonly userId: number;
  readonly purpose: KeyPurpose;
  readonly keyVersion: string;
  readonly dataKey: string;
  readonly seed: string;
  readonly createdAt: Date;
}

interface Canary {
  readonly _id: "canary";
  readonly keyVersion: string;
  readonly wrapped: string;
}

export const VAULT_KEYS = "vault_keys";
const VAULT_CANARY = "vault_canary";
const CANARY_CONTEXT = "astrolabe vault canary";
const DATA_KEY_BYTES = 32;

export function openVault(database: Database, provider: KeyProvider, clock: Clock): Vault {
  const keys = database.collection<SealedKey>(VAULT_KEYS);
  const canaries = database.collection<Canary>(VAULT_CANARY);
  const audit = openAuditLog(database, clock);

  return {
    async createKey(session, { userId, purpose }) {
      const seed = randomBytes(32);
      const dataKey = randomBytes(DATA_KEY_BYTES);
      try {
        const address = Keypair.fromRawEd25519Seed(seed).publicKey();
        const context = contextOf(address, purpose);
        await keys.insertOne(
          {
            _id: address,
            userId,
            purpose,
            keyVersion: provider.version,
            dataKey: (await provider.wrap(dataKey, context)).toString("base64"),
            seed: seal(dataKey, seed, context).toString("base64"),
            createdAt: clock.now(),
          },
          { session },
        );
        return address;
      } finally {
        seed.fill(0);
        dataKey.fill(0);
      }
    },

    async sign({ address, purpose, hash, requestedBy, reason }) {
      const sealed = await keys.findOne({ _id: address, purpose });
      if (!sealed) throw new Error(`the vault holds no ${purpose} key of ${address}`);
      await audit.append({
        action: "sign",
        address,
        purpose,
        payloadHash: hash.toString("hex"),
        requestedBy,
        reason,
      });
      const context = contextOf(address, purpose);
      const dataKey = await provider.unwrap(Buffer.from(sealed.dataKey, "base64"), context);
      const seed = unseal(dataKey, Buffer.from(sealed.seed, "base64"), context);
      try {
        return Buffer.from(Keypair.fromRawEd25519Seed(seed).sign(hash));
      } finally {
        seed.fill(0);
        dataKey.fill(0);
      }
    },

    async verifyKey() {
      const canary = await canaries.findOne({ _id: "canary" });
      if (canary) return refuseWrongKey(provider, canary);
      const sample = randomBytes(DATA_KEY_BYTES);
      const wrapped = (await provider.wrap(sample, CANARY_CONTEXT)).toString("base64");
      const first = await canaries.findOneAndUpdate(
        { _id: "canary" },
        { $setOnInsert: { keyVersion: provider.version, wrapped } },
        { upsert: true, returnDocument: "after" },
      );
      if (first) await refuseWrongKey(provider, first);
    },
  };
}

async function refuseWrongKey(provider: KeyProvider, canary: Canary): Promise<void> {
  try {
    await provider.unwrap(Buffer.from(canary.wrapped, "base64"), CANARY_CONTEXT);
  } catch (cause) {
    throw Object.assign(new ConfigError("VAULT_KEY is not the key that this database's wallets are locked with."), {
      cause,
    });
  }
}

function contextOf(address: string, purpose: KeyPurpose): string {
  return `astrolabe key ${address} for ${purpose}`;
}
