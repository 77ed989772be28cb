import type { Filter } from "mongodb";
import {
  ALL_KEYS_PAGE,
  type AllApiKeysOutput,
  type AllApiKeysQuery,
  type ApiKeyFilters,
  type ListedApiKey,
} from "#schemas/api-keys.ts";
import { AppError } from "#schemas/errors.ts";
import { OPERATOR_KEY_SCOPES } from "#schemas/operator-keys.ts";
import { noteOperatorAction, refuseOwn } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUserById, readSecurity } from "#server/users/index.ts";
import { revokeWithin } from "./keep-keys.ts";
import { type ApiKey, apiKeyCollection, isGenuine, isStanding, keyOutput } from "./store.ts";

/** Of keys that were made in one millisecond no more than this are told apart. */
const IN_ONE_MS = 1000;

/** Every key there is, newest first, a page at a time. */
export async function listAllKeys(runtime: Runtime, query: AllApiKeysQuery): Promise<AllApiKeysOutput> {
  const { after } = query;
  const madeBy = after === undefined ? {} : { createdAt: { $lte: new Date(Math.floor(after / IN_ONE_MS)) } };
  const found = await apiKeyCollection(runtime.database)
    .find({ ...madeBy, ...filterOf(query, runtime.clock.now()) })
    .sort({ createdAt: -1 })
    // Some of the page before may have been made at the very same time.
    .limit(ALL_KEYS_PAGE * 2)
    .toArray();
  const rows = found
    .map((key) => ({ key, number: numberOf(key) }))
    .filter(({ number }) => after === undefined || number < after)
    .toSorted((one, other) => other.number - one.number)
    .slice(0, ALL_KEYS_PAGE);
  return { keys: await Promise.all(rows.map(({ key, number }) => told(runtime, key, number))) };
}

/** All keys that are meant, newest first, a page at a time. */
export async function* eachKey(runtime: Runtime, filters: ApiKeyFilters): AsyncGenerator<readonly ListedApiKey[]> {
  for (let after: number | undefined; ;) {
    const { keys } = await listAllKeys(runtime, { ...filters, after });
    if (keys.length > 0) yield keys;
    const last = keys.at(-1);
    if (keys.length < ALL_KEYS_PAGE || !last) return;
    after = last.number;
  }
}

export function countKeys({ database, clock }: Runtime, filters: ApiKeyFilters): Promise<number> {
  return apiKeyCollection(database).countDocuments(filterOf(filters, clock.now()));
}

/**
 * Revokes somebody's key: from the commit on no process answers it, and its owner is told. Throws `api-key-unknown`,
 * `operator-own`.
 */
export async function revokeAnyKey(runtime: Runtime, operatorId: number, id: string, reason: string): Promise<void> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const key = await apiKeyCollection(database).findOne({ _id: id }, { session });
    if (!key) throw new AppError("api-key-unknown");
    const { userId, name, scopes } = key;
    refuseOwn(operatorId, userId);
    const change = { before: { key: id, name, scopes }, after: { key: id, revoked: true } };
    const noted = { operatorId, action: "revoke-api-key", userId, reason, details: `key ${id}`, change } as const;
    await noteOperatorAction(runtime, session, noted);
    await revokeWithin(runtime, session, userId, id);
  });
}

function filterOf({ find, show }: ApiKeyFilters, now: Date): Filter<ApiKey> {
  const found: Filter<ApiKey>[] = [];
  if (find !== "") found.push(/^\d{1,15}$/.test(find) ? { userId: Number(find) } : { _id: find });
  if (show === "pays") found.push({ scopes: "pay" });
  if (show === "operators") found.push({ scopes: { $in: [...OPERATOR_KEY_SCOPES] } });
  if (show === "unused") found.push({ lastUsedAt: null });
  if (show === "expired") found.push({ expiresAt: { $lte: now } });
  return found.length === 0 ? {} : { $and: found };
}

/** By its time, so that pages go on by it. */
function numberOf({ _id, createdAt }: Pick<ApiKey, "_id" | "createdAt">): number {
  return createdAt.getTime() * IN_ONE_MS + (Number.parseInt(_id.slice(0, 4), 16) % IN_ONE_MS);
}

async function told(runtime: Runtime, key: ApiKey, number: number): Promise<ListedApiKey> {
  const [user, security] = await Promise.all([findUserById(runtime, key.userId), readSecurity(runtime, key.userId)]);
  const isLive = isStanding(key, user, security, runtime.clock.now()) && isGenuine(runtime.database, key);
  return { ...keyOutput(key, isLive), number, userId: key.userId, username: user?.username ?? "" };
}
