import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as v from "valibot";

type Body = Record<string, unknown>;

/** What a Horizon server does to those who ask it. */
export interface HorizonBehaviour {
  /** Breaks the connection. */
  readonly isGone?: boolean;
  /** Answers so many questions and no more, with a 429 that says how long to wait (s); as many again after it where that is `isRenewed`. */
  readonly allows?: { readonly questions: number; readonly retryAfterSeconds: number; readonly isRenewed?: boolean };
  /** Changes what is answered to a path. */
  readonly alter?: (path: string, body: Body) => Body;
}

/** A Horizon server that stands before another one and misbehaves as it is told. */
export interface HorizonProxy {
  readonly url: string;
  behave(behaviour: HorizonBehaviour): void;
  /** The paths that it was asked for, since they were last taken. */
  takeAsked(): readonly string[];
  stop(): Promise<void>;
}

const Page = v.looseObject({ _embedded: v.looseObject({ records: v.array(v.record(v.string(), v.unknown())) }) });

/** Changes the records of a page; anything else stays as it is. */
export function alterRecords(change: (records: readonly Body[]) => readonly Body[]) {
  return (_path: string, body: Body): Body => {
    const page = v.safeParse(Page, body);
    if (!page.success) return body;
    return { ...body, _embedded: { ...page.output._embedded, records: change(page.output._embedded.records) } };
  };
}

export async function startHorizonProxy(target: string): Promise<HorizonProxy> {
  let behaviour: HorizonBehaviour = {};
  let asked: string[] = [];
  let left = Infinity;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    asked.push(path);
    if (behaviour.isGone) return void request.socket.destroy();
    if (behaviour.allows && left <= 0) {
      const { questions, retryAfterSeconds, isRenewed = false } = behaviour.allows;
      if (isRenewed) left = questions;
      return void response.writeHead(429, { "retry-after": String(retryAfterSeconds) }).end("{}");
    }
    left -= 1;
    const answer = await fetch(`${target}${path}`);
    const body: Body = JSON.parse(await answer.text());
    const told = behaviour.alter ? behaviour.alter(path, body) : body;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(told));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    behave: (next) => {
      behaviour = next;
      left = next.allows?.questions ?? Infinity;
    },
    takeAsked: () => {
      const taken = asked;
      asked = [];
      return taken;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
