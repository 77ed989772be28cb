import { createServer, request as ask } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Faults } from "#server/embedded/stellar/faults.ts";
import { History } from "#server/embedded/stellar/history.ts";
import { startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";
import { Views } from "#server/embedded/stellar/view.ts";
import type { PageQuery } from "./paging.ts";
import { stream } from "./stream.ts";

/** More than the sockets on the way take at once. */
const RECORD_BYTES = 32_000_000;

let network: TestNetwork;
let server: Server;
/** How often the list was read, and by which limits. */
const reads: PageQuery[] = [];
let written = 0;

beforeAll(async () => {
  network = await startTestNetwork();
  const { chain } = network.server.network;
  const view = new Views(chain, new History(chain.store), new Faults()).now;
  const context = { network: network.server.network, origin: "", view };
  const read = (page: PageQuery) => {
    reads.push(page);
    if (page.limit === 0) return [];
    written += 1;
    return [{ paging_token: String(written), data: "x".repeat(RECORD_BYTES) }];
  };
  server = createServer((incoming, response) => {
    const { searchParams: query } = new URL(incoming.url ?? "/", "http://localhost");
    const asked = {
      method: "GET",
      path: "/",
      query,
      body: "",
      accept: "",
      contentType: "",
      lastEventId: "",
      authorization: "",
      isFromPage: false,
      origin: "",
    };
    stream(asked, { kind: "list", read, streams: true }, context, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await network.stop();
});

/** A listener that has not begun to read. */
function listen(limit: number): Promise<IncomingMessage> {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  return new Promise((resolve, reject) => {
    ask({ host: "127.0.0.1", port: address.port, path: `/?limit=${limit}` }, resolve)
      .on("error", reject)
      .end();
  });
}

/** Reads until the text has come. */
async function readUntil(incoming: IncomingMessage, text: string): Promise<void> {
  let tail = "";
  for await (const chunk of incoming) {
    tail = (tail + String(chunk)).slice(-4096);
    if (tail.includes(text)) return;
  }
  throw new Error(`the stream ended without ${text}`);
}

test("a listener that does not read is told nothing more until it has read", async () => {
  const incoming = await listen(2);
  expect(reads).toHaveLength(1);
  await network.close();
  await network.close();
  expect(reads).toHaveLength(1);
  await readUntil(incoming, "byebye");
  expect(reads.map(({ limit }) => limit)).toEqual([2, 1]);
});

test("ledgers that close while the last of a stream is still on its way do not disturb it", async () => {
  const incoming = await listen(1);
  await network.close();
  await network.close();
  await readUntil(incoming, "byebye");
  expect(reads.at(-1)?.limit).toBe(1);
});
