import type { ClientSession } from "mongodb";
import { API_KEY_MOST, type ApiKeysOutput, type NewApiKeyInput, type NewApiKeyOutput } from "#schemas/api-keys.ts";
import { AppError } from "#schemas/errors.ts";
import { memoProblem } from "#schemas/values/memo.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { findUserById, findUserWithin, readSecurity, readSecurityWithin, writeSecurity } from "#server/users/index.ts";
import { type ApiKey, apiKeyCollection, drawKey, isStanding, keyOutput, sealedKey } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** One's own keys, newest first. */
export async function describeKeys(runtime: Runtime, userId: number): Promise<ApiKeysOutput> {
  const [keys, user, security] = await Promise.all([
    apiKeyCollection(runtime.database).find({ userId }).sort({ createdAt: -1 }).toArray(),
    findUserById(runtime, userId),
    readSecurity(runtime, userId),
  ]);
  const now = runtime.clock.now();
  return { keys: keys.map((key) => keyOutput(key, isStanding(key, user, security, now))) };
}

/**
 * Makes a key; the answer is the only one that has it whole. Its owner is told. Throws `account-frozen`, `api-keys-full`,
 * `address-malformed` and what is wrong with a memo.
 */
export async function makeKey(runtime: Runtime, userId: number, input: NewApiKeyInput): Promise<NewApiKeyOutput> {
  const { database, clock } = runtime;
  const pays = checkedPays(input.pays, clock.now());
  const { key, id, hash } = drawKey();
  await database.transaction(async (session) => {
    const user = await findUserWithin(runtime, session, userId);
    const { isFrozen = false, apiKeys = [] } = await readSecurityWithin(runtime, session, userId);
    if (!user || user.closedAt !== undefined) throw new AppError("account-closed");
    if (isFrozen) throw new AppError("account-frozen");
    if (apiKeys.length >= API_KEY_MOST) throw new AppError("api-keys-full");
    const createdAt = clock.now();
    const row = sealedKey(database, {
      _id: id,
      userId,
      hash,
      name: input.name,
      scopes: [...new Set(input.scopes)],
      addresses: input.addresses,
      pays,
      epoch: user.sessionEpoch ?? 0,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + input.days * DAY_MS),
      lastUsedAt: null,
    });
    // Those that ended otherwise are no longer shown then.
    await apiKeyCollection(database).deleteMany({ userId, _id: { $nin: [...apiKeys] } }, { session });
    await apiKeyCollection(database).insertOne(row, { session });
    await writeSecurity(runtime, session, userId, { apiKeys: [...apiKeys, id] });
    await notify(runtime, session, { userId, kind: "api-key-made", detail: input.name });
  });
  return { key, ...(await describeKeys(runtime, userId)) };
}

/** Revokes a key of the user's: from the commit on no process answers it. Throws `api-key-unknown`. */
export function revokeKey(runtime: Runtime, userId: number, id: string): Promise<void> {
  return runtime.database.transaction((session) => revokeWithin(runtime, session, userId, id));
}

/** {@link revokeKey} within the transaction that decided it. */
export async function revokeWithin(runtime: Runtime, session: ClientSession, userId: number, id: string) {
  const gone = await apiKeyCollection(runtime.database).findOneAndDelete({ _id: id, userId }, { session });
  const { apiKeys = [] } = await readSecurityWithin(runtime, session, userId);
  if (!gone && !apiKeys.includes(id)) throw new AppError("api-key-unknown");
  await writeSecurity(runtime, session, userId, { apiKeys: apiKeys.filter((each) => each !== id) });
  await notify(runtime, session, { userId, kind: "api-key-revoked", detail: gone?.name ?? "" });
}

/** Forgets every key of a user whose account closes, with whom they paid. */
export async function dropKeys({ database }: Pick<Runtime, "database">, session: ClientSession, userId: number) {
  await apiKeyCollection(database).deleteMany({ userId }, { session });
}

function checkedPays(pays: NewApiKeyInput["pays"], addedAt: Date): ApiKey["pays"] {
  if (pays === null) return null;
  for (const { address, memo, memoType } of pays.allowed) {
    if (!isNetworkAddress(address)) throw new AppError("address-malformed");
    const problem = memoProblem({ type: memoType, text: memo });
    if (problem) throw new AppError(problem);
  }
  return { allowed: pays.allowed.map((entry) => ({ ...entry, addedAt })), dailyLimit: pays.dailyLimit };
}
