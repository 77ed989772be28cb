import { Server as TcpServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Longer than a proxy keeps a connection that nothing goes over (`ops/caddy/Caddyfile`: 2 s). */
const DRAIN_MS = 3000;

/**
 * Empties the server, which is to be closed next: it takes no new connection, and goes on answering over those there are, each
 * answer with the word that it is the last. So whoever comes through a proxy goes to another server, and nobody is refused. It is
 * empty when the last of them has ended, or after {@link DRAIN_MS}. Sockets are no part of it: closing tells them to connect anew.
 */
export type Drain = () => Promise<void>;

export function drainable(app: FastifyInstance): Drain {
  const open = new Set<Socket>();
  const empty = Promise.withResolvers<void>();
  let isDraining = false;
  const leave = (socket: Socket): void => {
    open.delete(socket);
    if (isDraining && open.size === 0) empty.resolve();
  };
  app.server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => leave(socket));
  });
  app.server.on("upgrade", ({ socket }) => leave(socket));
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining) reply.header("connection", "close");
    done();
  });
  return async () => {
    isDraining = true;
    // Node's closing of a web server ends idle connections at once, over which a request may be on its way.
    TcpServer.prototype.close.call(app.server);
    if (open.size > 0) await Promise.race([empty.promise, delay(DRAIN_MS, undefined, { ref: false })]);
  };
}
