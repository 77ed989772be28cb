import type { FastifyInstance, FastifyRequest } from "fastify";
import type { KeyScope } from "#schemas/api-keys.ts";
import { type Endpoint, keyScopesOf } from "#schemas/endpoints/endpoint.ts";
import { AppError } from "#schemas/errors.ts";
import { mayDo, type Permission, type Role } from "#schemas/operators.ts";
import { isWithinRanges } from "#schemas/values/ip-ranges.ts";
import { noteOutcome } from "./outcome.ts";
import type { SessionUser } from "./session-user.ts";

/** A key whose secret was shown and that holds at this moment. */
export interface StandingKey {
  readonly id: string;
  readonly userId: number;
  readonly scopes: readonly KeyScope[];
  /** What its maker is as an operator at this moment; nothing for who is none. */
  readonly roles: readonly Role[];
  /** From where it may be used; none for anywhere. */
  readonly addresses: readonly string[];
  /** Whether the account that made it is frozen. */
  readonly isFrozen: boolean;
}

/** The keys by which programs act for people and operators. */
export interface ApiKeys {
  /** The key of this text, as it stands now; null for any that opens nothing. */
  find(text: string): Promise<StandingKey | null>;
  /** Notes that it was used. */
  noteUsed(id: string): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    apiKeys: ApiKeys;
  }
}

const BEARER = /^bearer +(.*)$/i;
const found = new WeakMap<FastifyRequest, Promise<StandingKey | null>>();

/** Has the server take keys as bearers. */
export function acceptApiKeys(app: FastifyInstance, keys: ApiKeys): void {
  app.decorate("apiKeys", keys);
}

/** The bearer that a request shows; null where there is none. Whoever shows one asks by it alone: its cookies say nothing. */
export function bearerOf({ headers }: Pick<FastifyRequest, "headers">): string | null {
  return BEARER.exec(headers.authorization ?? "")?.[1]?.trim() ?? null;
}

/** The key that a request shows, looked up once; null where what it shows is none. */
export function keyOf(request: FastifyRequest): Promise<StandingKey | null> {
  const known = found.get(request);
  if (known) return known;
  const asked = request.server.apiKeys.find(bearerOf(request) ?? "");
  found.set(request, asked);
  return asked;
}

/**
 * Lets in whoever shows a key that has a scope of this endpoint: as the user who made it, and never as more of an operator than
 * the endpoint itself asks for, which the maker still has to be. Throws `api-key-invalid`, `api-key-elsewhere`, `account-frozen`,
 * `api-key-scope`, and of operators' endpoints `admin-required`, `operator-factor-required`, `role-required`.
 */
export async function admitKey(endpoint: Endpoint, request: FastifyRequest): Promise<SessionUser | null> {
  const key = await keyOf(request);
  // Whoever is asked again later is asked what holds then.
  found.delete(request);
  if (!key) throw new AppError("api-key-invalid");
  const { id, userId, scopes } = key;
  noteOutcome(request, { userId, apiKey: id });
  if (key.addresses.length > 0 && !isWithinRanges(request.ip, key.addresses)) throw new AppError("api-key-elsewhere");
  if (key.isFrozen) throw new AppError("account-frozen");
  const { access } = endpoint;
  const isConfirmed = access === "operator" || access === "confirmed";
  if (isConfirmed || !keyScopesOf(endpoint).some((scope) => scopes.includes(scope)))
    throw new AppError("api-key-scope");
  if (endpoint.permission !== undefined) await requireEntitled(key, endpoint.permission, request);
  await request.server.apiKeys.noteUsed(id);
  if (access === "anyone") return null;
  return { sessionId: `api-key ${id}`, userId, isAdmin: false, roles: [], confirmedUntil: null, key: { id, scopes } };
}

/** A key opens no more than its maker does at this moment. */
async function requireEntitled(
  { userId, roles }: StandingKey,
  permission: Permission,
  { server: { hasSecondFactor } }: FastifyRequest,
): Promise<void> {
  if (roles.length === 0) throw new AppError("admin-required");
  if (hasSecondFactor && !(await hasSecondFactor(userId))) throw new AppError("operator-factor-required");
  if (!mayDo(roles, permission)) throw new AppError("role-required");
}
