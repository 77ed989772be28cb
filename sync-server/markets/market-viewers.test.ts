import { createServer } from "node:http";
import { Server } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { afterEach, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { type MarketDelta, type MarketSnapshot, MAX_WATCHED, type PairQuery } from "#schemas/market-data.ts";
import { eventually } from "#tests/support/app.ts";
import { openMarketViewers } from "./market-viewers.ts";
import { openOutbox } from "#server/platform/sync/outbox.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const ISSUER = `G${"A".repeat(55)}`;
function pairOf(number: number): PairQuery {
  return { base: "XLM", quote: `C${number}-${ISSUER}` };
}

/** Boards of any pair but one, which say nothing but their number. */
function aFeed() {
  const open = new Map<string, { tell: (delta: MarketDelta) => void; sequence: number; isOver: boolean }>();
  const failing = pairOf(99);
  const contentsOf = (pair: PairQuery) => ({
    ...pair,
    state: "live" as const,
    ledger: 1,
    closedAt: null,
    bids: [],
    asks: [],
    trades: [],
  });
  const tickerOf = (pair: PairQuery) => ({ ...pair, ...NOTHING });
  const snapshotOf = (pair: PairQuery, sequence: number): MarketSnapshot => ({
    ...contentsOf(pair),
    sequence,
    pool: null,
    ticker: tickerOf(pair),
  });
  return {
    open,
    failing,
    feed: {
      open: async (pair: PairQuery, tell: (delta: MarketDelta) => void) => {
        if (pair.quote === failing.quote) throw new AppError("network-unreachable");
        const board = { tell, sequence: 0, isOver: false };
        open.set(pair.quote, board);
        return {
          snapshot: () => snapshotOf(pair, board.sequence),
          hint: () => ({ ...contentsOf(pair), previous: board.sequence, sequence: board.sequence }),
          get isOver() {
            return board.isOver;
          },
          close: () => void open.delete(pair.quote),
        };
      },
      look: (pair: PairQuery) => Promise.resolve(snapshotOf(pair, 0)),
    },
    end(pair: PairQuery) {
      const board = open.get(pair.quote);
      if (board) board.isOver = true;
    },
    tell(pair: PairQuery) {
      const board = open.get(pair.quote);
      if (!board) return;
      board.sequence += 1;
      board.tell({ ...contentsOf(pair), previous: board.sequence - 1, sequence: board.sequence });
    },
  };
}

const NOTHING = {
  last: null,
  bid: null,
  ask: null,
  high: null,
  low: null,
  change: null,
  baseVolume: "0.0000000",
  quoteVolume: "0.0000000",
  trades: 0,
};

/** A server whose sockets watch and unwatch, by names of which some do not read. */
async function aServer() {
  const http = createServer();
  const server = new Server(http, { transports: ["websocket"] });
  const outbox = openOutbox(server);
  const { feed, open, tell, end, failing } = aFeed();
  const viewers = openMarketViewers(outbox, feed);
  const behind = new Set<string>();
  const problems: unknown[] = [];
  server.on("connection", (socket) => {
    const name = String(socket.handshake.auth["name"]);
    outbox.admit(socket.id, {
      begin: () => () => undefined,
      sending: () => undefined,
      isBehind: () => behind.has(name),
      close: () => undefined,
    });
    socket.conn.once("close", () => {
      viewers.leave(socket);
      outbox.forget(socket.id);
    });
    socket.on("watch", (pair: PairQuery, ack: (answer: unknown) => void) => {
      viewers.watch(socket, 1, pair).then(
        ({ snapshot }) => ack(snapshot),
        (error: unknown) => {
          problems.push(error);
          ack({ code: error instanceof AppError ? error.code : "?" });
        },
      );
    });
    socket.on("unwatch", (pair: PairQuery, ack: (answer: unknown) => void) => {
      viewers.unwatch(socket, pair);
      ack({});
    });
  });
  const url = await new Promise<string>((resolve) => {
    http.listen(0, "127.0.0.1", () => {
      const address = http.address();
      resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
    });
  });
  closing.push(() => {
    outbox.stop();
    void server.close();
  });
  async function connect(name: string): Promise<{ socket: Socket; heard: MarketDelta[] }> {
    const socket = io(url, { transports: ["websocket"], forceNew: true, auth: { name } });
    closing.push(() => socket.disconnect());
    const heard: MarketDelta[] = [];
    socket.on("market", (delta: MarketDelta) => heard.push(delta));
    await eventually(() => socket.connected);
    return { socket, heard };
  }
  return { connect, open, tell, end, failing, behind };
}

function ask(socket: Socket, event: string, pair: PairQuery) {
  return socket.timeout(10_000).emitWithAck(event, pair);
}

test("whoever asks for a pair that is followed no more is told how it is, and nothing after", async () => {
  const { connect, open, tell, end } = await aServer();
  const { socket, heard } = await connect("one");
  await ask(socket, "watch", pairOf(1));
  end(pairOf(1));
  expect(await ask(socket, "watch", pairOf(1))).toMatchObject({ sequence: 0 });
  tell(pairOf(1));
  await eventually(() => open.size === 0);
  expect(heard).toEqual([]);
});

test("a pair is followed as long as somebody watches it, and once for all of them", async () => {
  const { connect, open } = await aServer();
  const [one, other] = [await connect("one"), await connect("other")];
  await Promise.all([one, other].map(({ socket }) => ask(socket, "watch", pairOf(1))));
  await ask(one.socket, "watch", pairOf(1));
  expect([...open.keys()]).toEqual([pairOf(1).quote]);
  await ask(one.socket, "unwatch", pairOf(1));
  await ask(one.socket, "unwatch", pairOf(1));
  expect(open.size).toBe(1);
  other.socket.disconnect();
  await eventually(() => open.size === 0);
});

test("one socket watches so many pairs and no more, and another one when it stops with one", async () => {
  const { connect, open } = await aServer();
  const { socket } = await connect("greedy");
  for (let number = 0; number < MAX_WATCHED; number += 1)
    expect(await ask(socket, "watch", pairOf(number))).toMatchObject(pairOf(number));
  expect(await ask(socket, "watch", pairOf(50))).toEqual({ code: "market-too-many" });
  expect(await ask(socket, "watch", pairOf(3))).toMatchObject(pairOf(3));
  expect(open.size).toBe(MAX_WATCHED);
  await ask(socket, "unwatch", pairOf(3));
  expect(await ask(socket, "watch", pairOf(50))).toMatchObject(pairOf(50));
});

test("a pair that cannot be opened is refused, and counts for nothing", async () => {
  const { connect, open, failing } = await aServer();
  const { socket } = await connect("one");
  for (let turn = 0; turn < MAX_WATCHED + 2; turn += 1)
    expect(await ask(socket, "watch", failing)).toEqual({ code: "network-unreachable" });
  expect(await ask(socket, "watch", pairOf(1))).toMatchObject(pairOf(1));
  expect(open.size).toBe(1);
});

test("who does not read is left out, told so once when they do, and goes on from a snapshot", async () => {
  const { connect, tell, behind } = await aServer();
  const [quick, slow] = [await connect("quick"), await connect("slow")];
  for (const { socket } of [quick, slow]) await ask(socket, "watch", pairOf(1));
  behind.add("slow");
  for (let turn = 0; turn < 5; turn += 1) tell(pairOf(1));
  await eventually(() => quick.heard.length === 5);
  expect(slow.heard).toEqual([]);
  behind.delete("slow");
  await eventually(() => slow.heard.length > 0);
  expect(slow.heard).toMatchObject([{ previous: 5, sequence: 5 }]);
  expect(await ask(slow.socket, "watch", pairOf(1))).toMatchObject({ sequence: 5 });
  tell(pairOf(1));
  await eventually(() => slow.heard.length === 2);
  expect(slow.heard[1]).toMatchObject({ previous: 5, sequence: 6 });
});
