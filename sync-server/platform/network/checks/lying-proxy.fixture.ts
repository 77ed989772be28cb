import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

type Body = Record<string, unknown>;

/** What a node does to those who ask it. */
export interface Lies {
  /** Never answers. */
  readonly isSilent?: boolean;
  /** Answers everything with this status and text. */
  readonly says?: {
    readonly status: number;
    readonly text: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Changes what it answers: to a method of RPC its result, else the body of a path. Undefined leaves it as it is. */
  readonly alter?: (asked: string, body: Body) => Body | undefined;
  /** Knows no such method of RPC. */
  readonly lacks?: string;
  /** Sent along with every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A node that stands before a whole embedded network, RPC and Horizon, and misbehaves as it is told. */
export interface LyingProxy {
  readonly rpcUrl: string;
  readonly horizonUrl: string;
  tell(lies: Lies): void;
  stop(): Promise<void>;
}

/** `target` is the network's Horizon, below which its RPC lies. */
export async function startLyingProxy(target: string): Promise<LyingProxy> {
  let lies: Lies = {};

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { isSilent, says, alter, lacks, headers = {} } = lies;
    if (isSilent) return;
    if (says) return void response.writeHead(says.status, says.headers).end(says.text);
    const path = request.url ?? "/";
    const sent = await readAll(request);
    const method = sent === "" ? path : String(JSON.parse(sent).method);
    const given = { "content-type": "application/json", ...headers };
    if (method === lacks) {
      const error = { code: -32601, message: "method not found" };
      return void response.writeHead(200, given).end(JSON.stringify({ jsonrpc: "2.0", id: 1, error }));
    }
    const init = sent === "" ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: sent };
    const answer = await fetch(`${target}${path}`, init);
    const body: Body & { readonly result?: Body } = JSON.parse(await answer.text());
    const altered = alter?.(method, body.result ?? body);
    const told = altered === undefined ? body : body.result ? { ...body, result: altered } : altered;
    response.writeHead(answer.status, given).end(JSON.stringify(told));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return {
    rpcUrl: `${base}/rpc`,
    horizonUrl: base,
    tell: (next) => {
      lies = next;
    },
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
