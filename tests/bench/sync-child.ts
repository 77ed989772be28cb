import { createServer, type Server as HttpServer } from "node:http";
import { Server } from "socket.io";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { openSync } from "#server/platform/sync/open-sync.ts";
import { marketMessages } from "#server/markets/index.ts";
import { NO_MARKETS } from "#tests/support/no-markets.ts";

/**
 * A server of its own for the measurements: the sync over a database, or socket.io with nothing on it but an echo to everyone else.
 * It answers `memory` with the bytes in use after a collection.
 */
const [kind, mongoUrl = ""] = process.argv.slice(2);
const server = createServer();
let seconds = 0;
if (kind === "sync") await serveSync(server);
else serveBare(server);
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
const address = server.address();

process.on("message", (asked) => {
  if (asked === "memory") process.send?.({ memory: bytesInUse() });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port: typeof address === "object" ? address?.port : 0 });

async function serveSync(httpServer: HttpServer): Promise<void> {
  const database = await openDatabase(mongoUrl, "bench-sync", 10_000);
  const sync = openSync({
    httpServer,
    database,
    // A second passes with every look, so that it is the server that is measured and not its limits.
    clock: { now: () => new Date((seconds += 1) * 1000) },
    log: createLog("warn"),
    // Known once it listens; nobody knocks before.
    get publicUrl() {
      const address = httpServer.address();
      return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    },
    trustedProxies: [],
    socketsPerNetwork: 1_000_000,
    openMessages: marketMessages(NO_MARKETS),
    // The cookie ends with the user's id; each knock brings a session of its own, as the real lookup does.
    readSession: async (cookie) =>
      cookie === undefined
        ? null
        : {
            sessionId: `session-of-${cookie}`,
            userId: Number(/\d+$/.exec(cookie)),
            isAdmin: false,
            roles: [],
            confirmedUntil: null,
          },
    onSessionEnded: () => () => undefined,
  });
  await sync.ready;
}

function serveBare(httpServer: HttpServer): void {
  const io = new Server(httpServer, { transports: ["websocket"], serveClient: false });
  io.on("connection", (socket) => {
    socket.on("echo", (message: unknown) => socket.broadcast.emit("echo", message));
  });
}

function bytesInUse(): number {
  for (let turn = 0; turn < 4; turn += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
