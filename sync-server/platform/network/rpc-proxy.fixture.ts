import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What an RPC node does to those who ask it. */
export interface Behaviour {
  /** Accepts the question and never answers. */
  readonly isSilent?: boolean;
  /** Breaks the connection. */
  readonly isGone?: boolean;
  /** Passes submissions on, but answers them with a 504. */
  readonly timesOut?: boolean;
  /** Changes the result of a method. */
  readonly alter?: (method: string, result: Record<string, unknown>) => Record<string, unknown>;
}

/** A node that stands before another one and misbehaves as it is told. */
export interface RpcProxy {
  readonly url: string;
  behave(behaviour: Behaviour): void;
  /** How often each method was asked. */
  readonly asked: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function startRpcProxy(target: string): Promise<RpcProxy> {
  let behaviour: Behaviour = {};
  const asked = new Map<string, number>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    const method = String(JSON.parse(body).method);
    asked.set(method, (asked.get(method) ?? 0) + 1);
    const { isSilent, isGone, timesOut, alter } = behaviour;
    if (isGone) return void request.socket.destroy();
    if (isSilent) return;
    const headers = { "content-type": "application/json" };
    const answer = await fetch(target, { method: "POST", headers, body });
    const told: { result?: Record<string, unknown> } = JSON.parse(await answer.text());
    if (timesOut && method === "sendTransaction") return void response.writeHead(504).end("Gateway Timeout");
    const result = told.result && alter ? alter(method, told.result) : told.result;
    response.writeHead(200, headers).end(JSON.stringify(result ? { ...told, result } : told));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/rpc`,
    behave: (next) => {
      behaviour = next;
    },
    asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
