import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { API_KEY_PATTERN, type ApiKeyOutput, type KeyScope } from "#schemas/api-keys.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import type { AllowedAddress, UserDocument, UserSecurity } from "#server/users/index.ts";

/** A key of a user, without its secret. */
export interface ApiKey extends Document {
  /** The id that the key itself says. */
  readonly _id: string;
  readonly userId: number;
  /** SHA-256 of the secret, in hex: of 32 random bytes nobody makes a list. */
  readonly hash: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly addresses: readonly string[];
  /** Whom it pays, and how much within 24 hours; null for one that does not pay. */
  readonly pays: { readonly allowed: readonly AllowedAddress[]; readonly dailyLimit: string } | null;
  /** The user's epoch when it was made: it ends with the sessions of that. */
  readonly epoch: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Not under the seal: it decides nothing. */
  readonly lastUsedAt: Date | null;
  readonly seal?: string;
}

export const API_KEYS = "api_keys";
const KEY_KIND: SealedKind<ApiKey> = {
  collection: API_KEYS,
  contentOf: ({ seal: _seal, lastUsedAt: _lastUsedAt, ...key }) => key,
};
const ID_BYTES = 8;
const SECRET_BYTES = 32;
const NO_HASH = Buffer.alloc(SECRET_BYTES);

export function apiKeyCollection(database: Pick<Database, "collection">) {
  return database.collection<ApiKey>(API_KEYS);
}

/** A key whole, as it is shown once, with what is kept of it. */
export function drawKey(): { readonly key: string; readonly id: string; readonly hash: string } {
  const id = randomBytes(ID_BYTES).toString("hex");
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  return { key: `astro_live_${id}_${secret}`, id, hash: hashOf(secret).toString("hex") };
}

export function sealedKey(database: Database, key: Omit<ApiKey, "seal">): ApiKey {
  const { _id, userId, hash, name, scopes, addresses, pays, epoch, createdAt, expiresAt, lastUsedAt } = key;
  const row = { _id, userId, hash, name, scopes, addresses, pays, epoch, createdAt, expiresAt, lastUsedAt };
  return { ...row, seal: sealRow(database, KEY_KIND, row) };
}

/** The key of this text, if its secret is right; that takes as long whatever is wrong. */
export async function findByText(runtime: Runtime, text: string): Promise<ApiKey | null> {
  const [, id, secret] = API_KEY_PATTERN.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  const key = await readKey(runtime, null, id);
  const isRight = timingSafeEqual(hashOf(secret), key ? Buffer.from(key.hash, "hex") : NO_HASH);
  return isRight ? key : null;
}

/** Whether the server wrote this key so. */
export function isGenuine(database: Database, key: ApiKey): boolean {
  return isRowSealed(database, KEY_KIND, key);
}

/** A key as the server wrote it; null for any other. */
export async function readKey(runtime: Runtime, session: ClientSession | null, id: string): Promise<ApiKey | null> {
  const key = await apiKeyCollection(runtime.database).findOne({ _id: id }, session ? { session } : {});
  if (!key || isGenuine(runtime.database, key)) return key;
  await tellForged(runtime, `API key ${id}`, { userId: key.userId });
  return null;
}

/**
 * Whether a key holds. That it does is written twice, in its own row and among what protects its owner's account: a row of one of
 * them that is set back opens no key again.
 */
export function isStanding(key: ApiKey, user: UserDocument | null, { apiKeys = [] }: UserSecurity, now: Date): boolean {
  if (!user || user.closedAt !== undefined || user.id !== key.userId) return false;
  return key.epoch === (user.sessionEpoch ?? 0) && key.expiresAt > now && apiKeys.includes(key._id);
}

/** What its owner sees of a key. */
export function keyOutput(key: ApiKey, isLive: boolean): ApiKeyOutput {
  const { _id, name, scopes, addresses, pays, createdAt, expiresAt, lastUsedAt } = key;
  return {
    id: _id,
    name,
    scopes: [...scopes],
    addresses: [...addresses],
    pays: pays && {
      dailyLimit: pays.dailyLimit,
      allowed: pays.allowed.map(({ address, memo = "", memoType = "text", label }) => ({
        address,
        memo,
        memoType,
        label,
      })),
    },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isLive,
  };
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
