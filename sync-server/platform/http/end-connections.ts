import type { FastifyInstance } from "fastify";

/** What is being answered when the server closes has so long; a supervisor kills it after ten seconds. */
const LAST_ANSWERS_MS = 3000;

/** Node's own closing waits for each request that still comes in, however slowly; those are cut off after {@link LAST_ANSWERS_MS}. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  app.addHook("preClose", (done) => {
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref();
    done();
  });
}
