import { createServer, type IncomingMessage } from "node:http";

/** A request as a fake service sees it, before any framework touches it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface FakeService {
  readonly url: string;
  /** Every request that came, in order. */
  readonly seen: SeenRequest[];
  /** Answers that are given before the service looks at anything; null cuts the connection. */
  readonly troubles: (FakeAnswer | null)[];
  /** Changes answers on their way out. */
  alter: ((answer: FakeAnswer) => FakeAnswer) | null;
  stop(): Promise<void>;
}

/** Serves JSON on a free port of this machine. */
export async function startFakeService(answer: (request: SeenRequest) => FakeAnswer): Promise<FakeService> {
  const seen: SeenRequest[] = [];
  const troubles: (FakeAnswer | null)[] = [];
  const server = createServer((incoming, response) => {
    void read(incoming).then((request) => {
      seen.push(request);
      const trouble = troubles.shift();
      if (trouble === null) return incoming.socket.destroy();
      const said = trouble ?? answer(request);
      const { status, body } = service.alter ? service.alter(said) : said;
      return response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const service: FakeService = {
    url: `http://127.0.0.1:${port}`,
    seen,
    troubles,
    alter: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { method: incoming.method ?? "", path: incoming.url ?? "", headers, body: Buffer.concat(chunks).toString() };
}
