import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import type { Access, Endpoint, InputOf, OutputOf, ParamsOf, QueryOf } from "#schemas/endpoints.ts";
import { parseInput } from "./errors.ts";
import { requireAdmin, requireConfirmed, requireUser, type SessionUser } from "./session.ts";

/** One accepted call of an endpoint: everything in it has been checked. `session` is null for an endpoint open to anyone. */
export interface Call<E extends Endpoint> {
  readonly input: InputOf<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly session: E["access"] extends "anyone" ? null : SessionUser;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const Nothing = v.optional(v.strictObject({}));
/** The query parameter that every call of the app carries, so that no cache between answers it. It means nothing here. */
const TIMESTAMP = "_t";

/**
 * Serves an endpoint of the table: access first, then input, then the handler; the answer leaves in the output schema's
 * shape or not at all.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<OutputOf<E>> | OutputOf<E>,
): void {
  const status = endpoint.status ?? 200;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { isPolled: endpoint.isPolled ?? false },
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    handler: async (request, reply) => {
      const session = await admit(endpoint.access, request);
      const call = {
        input: endpoint.input ? parseInput(endpoint.input, request.body) : ignoreEmpty(request.body),
        params: endpoint.params && parseInput(endpoint.params, request.params),
        query: endpoint.query && parseInput(endpoint.query, withoutTimestamp(request.query)),
        session,
        request,
        reply,
      };
      // The table's own schemas produced these values, which the compiler cannot follow through a generic endpoint.
      const answer = await handler(call as Call<E>);
      reply.code(status);
      return shape(endpoint, answer);
    },
  });
}

/** An answer that does not fit is told by its field: its values may be secrets, and what is thrown is logged. */
function shape({ path, output }: Endpoint, answer: unknown): unknown {
  const shaped = v.safeParse(output, answer);
  if (shaped.success) return shaped.output;
  throw new Error(`the answer of ${path} does not fit its schema at ${v.getDotPath(shaped.issues[0]) ?? "the top"}`);
}

async function admit(access: Access, request: FastifyRequest): Promise<SessionUser | null> {
  switch (access) {
    case "anyone":
      return null;
    case "user":
      return requireUser(request);
    case "admin":
      return requireAdmin(request);
    case "confirmed":
      return requireConfirmed(request, await requireUser(request));
    case "operator":
      return requireConfirmed(request, await requireAdmin(request));
  }
}

function withoutTimestamp(query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== TIMESTAMP));
}

function ignoreEmpty(body: unknown): undefined {
  parseInput(Nothing, body ?? undefined);
  return undefined;
}
