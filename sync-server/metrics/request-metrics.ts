import type { FastifyInstance } from "fastify";
import { requests, requestSeconds } from "#server/platform/metrics/counted.ts";

/** What no route answers has one name: else whoever asks for made-up paths fills the memory. */
const NO_ROUTE = "none";
/** The methods that routes have; a request may name any. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Counts every request of a server by the route that answered it. */
export function countRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? NO_ROUTE;
    const method = METHODS.includes(request.method) ? request.method : "other";
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1000);
    requests.inc({ method, route, status: reply.statusCode });
    done();
  });
}
