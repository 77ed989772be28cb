import type { ServerResponse } from "node:http";
import type { Request } from "#server/embedded/stellar/http.ts";
import { endOfLedger, toid } from "#server/embedded/stellar/toid.ts";
import type { HorizonContext } from "./context.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { HorizonProblem, badRequest } from "./problem.ts";
import type { Resource } from "./serve.ts";

const HEARTBEAT_MS = 5_000;
const BATCH = 200;

export function wantsStream({ method, accept }: Request): boolean {
  return method === "GET" && accept.includes("text/event-stream");
}

/**
 * Sends what is there past the cursor and then what each ledger adds, until the client goes.
 * Throws a problem, before anything is sent, where the resource cannot be streamed.
 */
export function stream(request: Request, resource: Resource, context: HorizonContext, response: ServerResponse): void {
  if (!resource.streams || resource.kind === "plain-list") {
    throw badRequest("Accept", "this resource cannot be streamed");
  }
  const next = resource.kind === "list" ? listReader(request, resource.read, context) : changeReader(resource.read);
  const first = next();
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "access-control-allow-origin": "*",
  });
  response.write('retry: 1000\nevent: open\ndata: "hello"\n\n');
  const write = (events: readonly StreamEvent[]) => {
    for (const { id, data } of events) response.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  write(first);
  const { events } = context.network.chain;
  const onClosed = () => {
    try {
      write(next());
    } catch (error) {
      // What was streamed may be gone, as an account that has merged; the network goes on either way.
      if (!(error instanceof HorizonProblem)) console.error(`stream of ${request.path} failed:`, error);
      response.end();
    }
  };
  const heartbeat = setInterval(() => response.write(": heartbeat\n\n"), HEARTBEAT_MS);
  events.on("closed", onClosed);
  response.on("close", () => {
    clearInterval(heartbeat);
    events.off("closed", onClosed);
  });
}

interface StreamEvent {
  readonly id: string;
  readonly data: object;
}

function listReader(
  request: Request,
  read: (page: PageQuery) => readonly ListRecord[],
  context: HorizonContext,
): () => StreamEvent[] {
  const wanted = request.lastEventId || (request.query.get("cursor") ?? "");
  let cursor = wanted === "now" ? String(toid(endOfLedger(context.latest().seq))) : wanted;
  return () => {
    const events: StreamEvent[] = [];
    for (;;) {
      const records = read({ cursor, order: "asc", limit: BATCH });
      for (const record of records) events.push({ id: record.paging_token, data: record });
      cursor = records.at(-1)?.paging_token ?? cursor;
      if (records.length < BATCH) return events;
    }
  };
}

/** Tells of a single resource whenever it has become another. */
function changeReader(read: () => object): () => StreamEvent[] {
  let last = "";
  let count = 0;
  return () => {
    const data = read();
    const text = JSON.stringify(data);
    if (text === last) return [];
    last = text;
    count += 1;
    return [{ id: String(count), data }];
  };
}
