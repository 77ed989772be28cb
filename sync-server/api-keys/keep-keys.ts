import type { ClientSession } from "mongodb";
import {
  API_KEY_MOST,
  type ApiKeysOutput,
  type NewApiKeyInput,
  type NewApiKeyOutput,
  type NewOperatorKeyInput,
} from "#schemas/api-keys.ts";
import { AppError } from "#schemas/errors.ts";
import { mayDo } from "#schemas/operators.ts";
import { memoProblem } from "#schemas/values/memo.ts";
import { holderWithin, noteOperatorAction } from "#server/approvals/index.ts";
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
  const pays = checkedPays(input.pays, runtime.clock.now());
  const drawn = drawKey();
  await runtime.database.transaction((session) => insertKey(runtime, session, userId, { ...input, ...drawn, pays }));
  return { key: drawn.key, ...(await describeKeys(runtime, userId)) };
}

/**
 * The same of a key that reads what its maker may read as an operator. Throws `api-key-above` for a scope beyond that,
 * `operator-frozen`, `api-keys-full`.
 */
export async function makeOperatorKey(
  runtime: Runtime,
  operatorId: number,
  { reason, ...input }: NewOperatorKeyInput,
): Promise<NewApiKeyOutput> {
  const { database } = runtime;
  const drawn = drawKey();
  const { id } = drawn;
  await database.transaction(async (session) => {
    const roles = (await holderWithin(database, session, operatorId))?.roles ?? [];
    if (!input.scopes.every((scope) => mayDo(roles, scope))) throw new AppError("api-key-above");
    const after = { key: id, ...input };
    const noted = { operatorId, action: "make-api-key", userId: null, reason, details: `key ${id}` } as const;
    await noteOperatorAction(runtime, session, { ...noted, change: { before: null, after } });
    await insertKey(runtime, session, operatorId, { ...input, ...drawn, pays: null });
  });
  return { key: drawn.key, ...(await describeKeys(runtime, operatorId)) };
}

interface NewKey extends Pick<ApiKey, "hash" | "name" | "scopes" | "addresses" | "pays"> {
  readonly id: string;
  readonly days: number;
}

async function insertKey(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  { id, hash, name, scopes, addresses, pays, days }: NewKey,
): Promise<void> {
  const { database, clock } = runtime;
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
    name,
    scopes: [...new Set(scopes)],
    addresses,
    pays,
    epoch: user.sessionEpoch ?? 0,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + days * DAY_MS),
    lastUsedAt: null,
  });
  // Those that ended otherwise are no longer shown then.
  await apiKeyCollection(database).deleteMany({ userId, _id: { $nin: [...apiKeys] } }, { session });
  await apiKeyCollection(database).insertOne(row, { session });
  await writeSecurity(runtime, session, userId, { apiKeys: [...apiKeys, id] });
  await notify(runtime, session, { userId, kind: "api-key-made", detail: name });
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
