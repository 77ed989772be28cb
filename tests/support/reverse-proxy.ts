import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

/** A proxy as `ops/caddy/Caddyfile` sets one up: each request to the next of the servers, over connections that it keeps for 2 s. */
export interface ReverseProxy {
  readonly url: string;
  /** The server that the newest request went to, and the one that holds the newest websocket. */
  lastAsked(): string;
  lastSocket(): string;
  close(): Promise<void>;
}

const KEPT_MS = 2000;
const RETRY_MS = 250;
const VISITOR_IDLE_MS = 300_000;

/** Tries the other servers, for `patienceMs` in all, where one takes no connection; what has reached one is tried at no other. */
export async function openReverseProxy(serverPorts: readonly number[], patienceMs: number): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true, timeout: KEPT_MS });
  const open = new Set<Duplex>();
  let turn = 0;
  let lastAsked = "";
  let lastSocket = "";

  function nextPort(): number {
    turn += 1;
    return serverPorts[turn % serverPorts.length] ?? 0;
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await incoming.toArray();
    const until = performance.now() + patienceMs;
    for (;;) {
      const port = nextPort();
      lastAsked = `http://127.0.0.1:${port}`;
      try {
        return await passTo(port, incoming, body, response, agent);
      } catch (error) {
        if (!isUnreached(error) || performance.now() > until) {
          response.writeHead(502).end(String(error));
          return;
        }
        await delay(RETRY_MS);
      }
    }
  }

  function keep(socket: Duplex): void {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  }

  function passSocket(incoming: IncomingMessage, client: Duplex, port = nextPort(), tries = serverPorts.length): void {
    const server: Socket = connect(port, "127.0.0.1");
    let isThrough = false;
    keep(server);
    server.on("connect", () => {
      isThrough = true;
      lastSocket = `http://127.0.0.1:${port}`;
      server.write(headOf(incoming));
      client.pipe(server).pipe(client);
      client.on("close", () => server.destroy());
    });
    server.on("close", () => {
      if (isThrough || tries === 1) client.destroy();
      else passSocket(incoming, client, nextPort(), tries - 1);
    });
  }

  const proxy = createServer((incoming, response) => void pass(incoming, response));
  // As long as Caddy keeps an idle visitor: whoever asks over a connection as it is closed is not answered.
  proxy.keepAliveTimeout = VISITOR_IDLE_MS;
  proxy.on("connection", keep);
  proxy.on("upgrade", (incoming, client) => passSocket(incoming, client));
  await new Promise<void>((done) => {
    proxy.listen(0, "127.0.0.1", done);
  });
  const address = proxy.address();
  return {
    url: `http://localhost:${typeof address === "object" ? address?.port : ""}`,
    lastAsked: () => lastAsked,
    lastSocket: () => lastSocket,
    close: () =>
      new Promise((done) => {
        agent.destroy();
        proxy.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
}

function passTo(
  port: number,
  incoming: IncomingMessage,
  body: readonly unknown[],
  response: ServerResponse,
  agent: Agent,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = incoming;
    const forwarded = { ...headers, "x-forwarded-for": "203.0.113.7", connection: "keep-alive" };
    const asked = request({ host: "127.0.0.1", port, method, path, headers: forwarded, agent }, (answer) => {
      const { connection: _own, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
      answer.once("end", resolve).once("error", reject);
    });
    asked.once("error", reject);
    for (const part of body) asked.write(part);
    asked.end();
  });
}

/** Nothing of the request has got anywhere. */
function isUnreached(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "connect";
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  return [`${method} ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}
