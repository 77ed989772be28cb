import Fastify, { type FastifyInstance, LogController } from "fastify";
import { REQUEST_ID_HEADER } from "#schemas/logs.ts";
import { endConnectionsOnClose } from "./end-connections.ts";
import { answerNotFound, registerErrors } from "./errors.ts";
import { registerSecurityHeaders, securityHeaders } from "./headers.ts";
import { registerOriginCheck } from "./origin.ts";
import { outcomeOf } from "./outcome.ts";
import { registerRequestLimit } from "./request-limit.ts";
import type { Runtime } from "./runtime.ts";
import { requestIdOf, traceRequests } from "./request-ids.ts";
import { registerSessions } from "./session.ts";

/** The most that a request body may hold. */
export const BODY_LIMIT_BYTES = 100 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** The web server without any routes: error answers, security headers, origin check, JSON bodies only, sessions, logs. */
export async function createHttpServer(runtime: Runtime): Promise<FastifyInstance> {
  const { config } = runtime;
  const headers = securityHeaders(config);
  const app: FastifyInstance = Fastify({
    loggerInstance: runtime.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    requestIdHeader: false,
    genReqId: requestIdOf,
    // A logger per request costs more than the rest of a small answer; our lines carry the request's id by its trace.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true },
    // Addresses that cannot be decoded never reach a route or its error handler.
    frameworkErrors: (_error, request, reply) =>
      void answerNotFound(request, reply.headers(headers.data).header(REQUEST_ID_HEADER, request.id)),
  });
  traceRequests(app);
  registerErrors(app);
  registerSecurityHeaders(app, headers);
  registerOriginCheck(app, config.publicUrl);
  acceptJsonOnly(app);
  logOutcomes(app);
  endConnectionsOnClose(app);
  await registerSessions(app, runtime);
  registerRequestLimit(app, runtime);
  return app;
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // A call without input may still name its type, as fetch helpers do.
    if (body === "") done(null, undefined);
    else parseJson(request, String(body), done);
  });
}

/** What is told of readings as well: they failed, or were refused to whoever asked. */
const TOLD_STATUSES: readonly number[] = [403, 429];

/**
 * One line for each request that changed something, failed or was refused: when, from where, by whom or into whose account, and
 * why not. Paths only, since queries may carry reset tokens.
 */
function logOutcomes(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode: status } = reply;
    if (request.method !== "GET" || status >= 500 || TOLD_STATUSES.includes(status)) {
      request.log.info(
        {
          requestId: request.id,
          method: request.method,
          path: request.routeOptions.url ?? "unknown",
          status,
          ms: Math.round(reply.elapsedTime),
          ip: request.ip,
          ...outcomeOf(request),
        },
        "request",
      );
    }
    done();
  });
}
