import type { ClientSession } from "mongodb";
import type { ApiKeys } from "#server/platform/http/api-key.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { standingOf } from "#server/platform/operators/standing.ts";
import { findUserById, findUserWithin, readSecurity, readSecurityWithin } from "#server/users/index.ts";
import { type ApiKey, apiKeyCollection, findByText, isStanding, readKey } from "./store.ts";

/** How often it is noted that a key is used: a write for each request would cost more than the request. */
const USED_EVERY_MS = 60_000;
const NOTED_LIMIT = 10_000;

/** The keys as requests show them. Nothing of them is remembered here: one that is revoked is so at once, on every process. */
export function openApiKeys(runtime: Runtime): ApiKeys {
  const { database, clock } = runtime;
  const notedMs = new Map<string, number>();
  return {
    async find(text) {
      const key = await findByText(runtime, text);
      if (!key) return null;
      const { _id: id, userId, scopes, addresses } = key;
      const [user, security] = await Promise.all([findUserById(runtime, userId), readSecurity(runtime, userId)]);
      if (!isStanding(key, user, security, clock.now())) return null;
      const roles = (user && standingOf(database, user)?.roles) ?? [];
      return { id, userId, scopes, addresses, roles, isFrozen: security.isFrozen ?? false };
    },
    async noteUsed(id) {
      const now = clock.now();
      if (now.getTime() - (notedMs.get(id) ?? -Infinity) < USED_EVERY_MS) return;
      if (notedMs.size >= NOTED_LIMIT) notedMs.clear();
      notedMs.set(id, now.getTime());
      await apiKeyCollection(database).updateOne({ _id: id }, { $max: { lastUsedAt: now } });
    },
  };
}

/** A user's key as a transaction sees it; null where it does not hold, or never was theirs. */
export async function standingKeyWithin(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  id: string,
): Promise<ApiKey | null> {
  const key = await readKey(runtime, session, id);
  if (!key || key.userId !== userId) return null;
  const user = await findUserWithin(runtime, session, userId);
  const security = await readSecurityWithin(runtime, session, userId);
  return isStanding(key, user, security, runtime.clock.now()) ? key : null;
}
