import { createServer, type IncomingMessage } from "node:http";

/** A door before a server: while it is shut, what is asked waits, and is passed on once it opens. */
export interface Gate {
  readonly url: string;
  /** What waits: bodies of requests. */
  readonly waiting: ReadonlySet<string>;
  shut(): void;
  open(): void;
  stop(): Promise<void>;
}

/** Opens a gate before `target`; without one it answers by itself. */
export async function startGate(target: string | null): Promise<Gate> {
  let opening = Promise.withResolvers<void>();
  opening.resolve();
  const waiting = new Set<string>();

  async function pass(request: IncomingMessage): Promise<{ readonly status: number; readonly text: string }> {
    const body = await readAll(request);
    waiting.add(body);
    await opening.promise;
    waiting.delete(body);
    if (target === null) return { status: 200, text: "" };
    const { method = "GET", url = "/" } = request;
    const headers = { "content-type": request.headers["content-type"] ?? "application/json" };
    const answer = await fetch(`${target}${url}`, { method, headers, ...(method === "POST" && { body }) });
    return { status: answer.status, text: await answer.text() };
  }

  const server = createServer((request, response) => {
    pass(request).then(
      ({ status, text }) => response.writeHead(status, { "content-type": "application/json" }).end(text),
      () => request.socket.destroy(),
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    waiting,
    shut: () => {
      opening = Promise.withResolvers<void>();
    },
    open: () => opening.resolve(),
    stop: () =>
      new Promise<void>((done) => {
        opening.resolve();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
