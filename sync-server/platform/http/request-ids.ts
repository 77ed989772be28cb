import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { REQUEST_ID_HEADER, REQUEST_ID_PATTERN } from "#schemas/logs.ts";
import { traced } from "#server/platform/trace/trace.ts";
import { outcomeOf } from "./outcome.ts";

const REQUEST_ID_BYTES = 12;
const ERROR_ID_BYTES = 6;

/**
 * What a request is called: as its caller calls it, where that is a name of ours in form, else by a new one. It is a caller's own word:
 * two may use the same, and nothing is decided by it.
 */
export function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const named = headers[REQUEST_ID_HEADER];
  if (typeof named === "string" && REQUEST_ID_PATTERN.test(named)) return named;
  return randomBytes(REQUEST_ID_BYTES).toString("base64url");
}

/** A new name for a failure of ours: what a person can tell, and the log has the rest by. */
export function newErrorId(): string {
  return randomBytes(ERROR_ID_BYTES).toString("hex");
}

/** Has each request's lines in the log name it, and its answer as well. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    traced(traceOf(request), done);
  });
  // A body comes by events of the connection, which belongs to no request.
  app.addHook("preValidation", (request, _reply, done) => traced(traceOf(request), done));
}

/** Who asks is known later than that somebody does. */
function traceOf(request: FastifyRequest) {
  return {
    requestId: request.id,
    get userId() {
      return outcomeOf(request).userId;
    },
    get apiKey() {
      return outcomeOf(request).apiKey;
    },
  };
}
