import type { ServerResponse } from "node:http";
import type { Request } from "#server/embedded/stellar/http.ts";
import type { HorizonContext } from "./context.ts";
import { negotiate } from "./negotiate.ts";
import { type ListRecord, type PageQuery, readCursor, readPageQuery } from "./paging.ts";
import { HorizonProblem, notAcceptable } from "./problem.ts";
import type { Resource } from "./resource.ts";

const HEARTBEAT_MS = 5_000;
/** How often a single thing is sent before the client has to ask again. */
const OBJECT_LIMIT = 10;
const GOODBYE = 'retry: 10\nevent: close\ndata: "byebye"\n\n';

export function wantsStream({ method, accept }: Request): boolean {
  return method === "GET" && negotiate(accept) === "stream";
}

/**
 * Sends what is there past the cursor and then what each ledger adds, until the client goes or has had as many
 * records as it asked for at a time: then it is told to come again, at once, for what follows.
 * Throws a problem, before anything is sent, where the resource cannot be streamed.
 */
export function stream(request: Request, resource: Resource, context: HorizonContext, response: ServerResponse): void {
  if (!resource.streams) throw notAcceptable();
  const next = resource.kind === "list" ? listReader(request, resource.read, context) : changeReader(resource.read);
  const first = next();
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "access-control-allow-origin": "*",
  });
  response.write('retry: 1000\nevent: open\ndata: "hello"\n\n');
  const { events } = context.network.chain;
  const stop = () => {
    clearInterval(heartbeat);
    events.off("closed", tell);
    response.off("drain", tell);
  };
  const write = ({ events: news, isDone }: Events) => {
    const texts = news.map(({ id, data }) => `${id === "" ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
    if (texts.length > 0) response.write(texts.join(""));
    if (!isDone) return;
    // Now, not once it is closed: until a slow reader has had it all, ledgers go on.
    stop();
    response.end(GOODBYE);
  };
  const tell = () => {
    // Who reads slowly is told the rest when there is room again, so that nothing piles up here.
    if (response.writableNeedDrain) return;
    try {
      write(next());
    } catch (error) {
      // What was streamed may be gone, as an account that has merged; the network goes on either way.
      const isGone = error instanceof HorizonProblem;
      if (!isGone) console.error(`stream of ${request.path} failed:`, error);
      stop();
      response.end(`event: error\ndata: ${isGone ? "Object not found" : "Unexpected stream error"}\n\n`);
    }
  };
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(": heartbeat\n\n");
  }, HEARTBEAT_MS);
  events.on("closed", tell);
  response.on("drain", tell).on("close", stop);
  write(first);
}

/** What to send next; after the last of it a stream is done. */
interface Events {
  readonly events: readonly StreamEvent[];
  readonly isDone: boolean;
}

interface StreamEvent {
  /** The cursor to go on from; empty where there is none. */
  readonly id: string;
  readonly data: object;
}

function listReader(
  request: Request,
  read: (page: PageQuery) => readonly ListRecord[],
  context: HorizonContext,
): () => Events {
  const { seq } = context.view.last;
  const page = readPageQuery(request.query, seq);
  let cursor = request.lastEventId === "" ? page.cursor : readCursor(request.lastEventId, seq);
  let left = page.limit;
  return () => {
    const records = read({ ...page, cursor, limit: left });
    left -= records.length;
    cursor = records.at(-1)?.paging_token ?? cursor;
    return { events: records.map((record) => ({ id: record.paging_token, data: record })), isDone: left <= 0 };
  };
}

/** Tells of a single resource whenever it has become another. */
function changeReader(read: () => object): () => Events {
  let last = "";
  let left = OBJECT_LIMIT;
  return () => {
    const data = read();
    const text = JSON.stringify(data);
    if (text === last) return { events: [], isDone: false };
    last = text;
    left -= 1;
    return { events: [{ id: "", data }], isDone: left <= 0 };
  };
}
