import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MarketSnapshot, PairQuery } from "#schemas/market-data.ts";
import { ZERO_AMOUNT } from "#schemas/values/money.ts";
import { askedPair, bookRows } from "#server/markets/market-view.ts";
import type { Feed } from "#server/markets/feed.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { randomFrom } from "#tests/faults/stellar/random.ts";
import { ask, useSync } from "#tests/sync/processes.fixture.ts";
import { letLive } from "./follow.ts";
import { aProcess, soon } from "./recording.ts";
import { Town } from "./town.ts";
import { Viewer } from "./viewer.ts";

// Every step of these asks a network and a database, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const random = randomFrom(21);
const running: ReturnType<typeof aProcess>[] = [];
const feeds: Feed[] = [];
let town: Town;
let lag = 0;

beforeAll(async () => {
  town = await Town.open("push", { people: 5, assets: 3 });
  await letLive(town, random, 20);
});
const sync = useSync(2, undefined, (_at, database) => {
  const own = aProcess(town, database);
  const feed = own.feedWith(() => lag);
  running.push(own);
  feeds.push(feed);
  void own.follower.start();
  return feed;
});
beforeAll(async () => {
  await recorder().record();
  for (const { follower } of running) await soon(() => follower.memory?.ledger === town.ledger);
});
afterAll(async () => {
  for (const feed of feeds) feed.stop();
  await Promise.all(running.map(({ follower }) => follower.stop()));
  await town.stop();
});

function recorder() {
  const [first] = running;
  if (!first) throw new Error("nothing runs");
  return first;
}

/** So many ledgers, one after the other, each recorded as it closes. */
async function live(ledgers: number): Promise<void> {
  for (let ledger = 0; ledger < ledgers; ledger += 1) {
    await letLive(town, random, 1);
    await recorder().record();
  }
}

function pairAt(place: number): PairQuery {
  const [pair] = town.pairs.slice(place);
  if (!pair) throw new Error("no such pair");
  return askedPair(pair);
}

/** Everything that is told of a pair, save where it stands. */
function contents({ bids, asks, trades, pool, ticker }: MarketSnapshot) {
  return { bids, asks, trades, pool, ticker };
}

test("those who watch at any process hold what the ledger has, by one snapshot and changes alone", async () => {
  const viewers: Viewer[] = [];
  for (const place of [0, 1, 2, 3]) {
    for (const at of [0, 1]) {
      const viewer = new Viewer(await sync.connect(place % 2 === 0 ? "ana" : "ben", { at }), pairAt(place));
      expect(await viewer.watch()).toMatchObject({ ...pairAt(place), state: "live" });
      viewers.push(viewer);
    }
  }
  await live(15);
  for (const [place, viewer] of viewers.entries()) {
    const [pair] = town.pairs.slice(Math.floor(place / 2));
    const feed = feeds[0];
    if (!pair || !feed) throw new Error("no such pair");
    const now = await feed.look(askedPair(pair), 1);
    expect(now.ledger).toBe(town.ledger);
    expect({ bids: now.bids, asks: now.asks }).toEqual(bookRows(await town.markets.orderBook(pair)));
    const last = () => viewer.shown && JSON.stringify(contents(viewer.shown));
    await soon(() => last() === JSON.stringify(contents(now))).catch(() => {
      expect(viewer.shown && contents(viewer.shown)).toEqual(contents(now));
    });
    expect(viewer.gaps).toBe(0);
  }
  // What never happened proves nothing.
  const deltas = viewers.flatMap((viewer) => viewer.deltas);
  expect(viewers.filter((viewer) => viewer.deltas.length > 1).length).toBeGreaterThan(4);
  expect(deltas.some(({ trades }) => trades.length > 0)).toBe(true);
  expect(deltas.some(({ bids, asks }) => [...bids, ...asks].some(([, , amount]) => amount === ZERO_AMOUNT))).toBe(true);
});

test("a change that does not go on from what one holds leads to a snapshot, from which the changes go on", async () => {
  const pair = pairAt(0);
  const viewer = new Viewer(await sync.connect("ana"), pair);
  await viewer.watch();
  const before = viewer.deltas.length;
  if (viewer.shown) viewer.shown = { ...viewer.shown, sequence: viewer.shown.sequence - 1 };
  await soon(async () => {
    await live(1);
    return viewer.gaps > 0;
  });
  const again = await viewer.watch();
  expect(again.sequence).toBeGreaterThanOrEqual(viewer.deltas.at(-1)?.sequence ?? 0);
  const gaps = viewer.gaps;
  await soon(async () => {
    await live(1);
    return viewer.deltas.length > before + 3;
  });
  expect(viewer.gaps).toBe(gaps);
});

test("an index that falls behind the network says so at once, and when it no longer is", async () => {
  const viewer = new Viewer(await sync.connect("ana"), pairAt(0));
  expect((await viewer.watch()).state).toBe("live");
  lag = 4;
  for (const feed of feeds) feed.noteState();
  await soon(() => viewer.shown?.state === "behind");
  lag = 0;
  for (const feed of feeds) feed.noteState();
  await soon(() => viewer.shown?.state === "live");
  expect(viewer.gaps).toBe(0);
});

test("whoever no longer watches, or whose session ended, is told nothing more", async () => {
  const pair = pairAt(0);
  sync.signIn("cleo", 900);
  const [stays, leaves, ends] = await Promise.all([sync.connect("ana"), sync.connect("ben"), sync.connect("cleo")]);
  const [staying, leaving, ending] = [stays, leaves, ends].map((socket) => new Viewer(socket, pair));
  if (!staying || !leaving || !ending) throw new Error("no viewers");
  await Promise.all([staying, leaving, ending].map((viewer) => viewer.watch()));
  expect(await ask(leaves, "unwatch", pair)).toEqual({});
  sync.endSession("cleo");
  await soon(() => !ends.connected);
  const [left, ended] = [leaving.deltas.length, ending.deltas.length];
  await soon(async () => {
    await live(1);
    return staying.deltas.length > 2;
  });
  expect(leaving.deltas.length).toBe(left);
  expect(ending.deltas.length).toBe(ended);
});

test("nobody watches without a session, or what is no pair", async () => {
  const nobody = await sync.connect(null);
  expect((await ask(nobody, "watch", pairAt(0))).error?.code).toBe("session-required");
  const ana = await sync.connect("ana");
  for (const wrong of [{}, { base: "XLM", quote: "XLM" }, { ...pairAt(0), more: 1 }, { base: "XLM", quote: "nothing" }])
    expect((await ask(ana, "watch", wrong)).error?.code).toBe("sync-message-malformed");
  expect((await ask(ana, "unwatch", {})).error?.code).toBe("sync-message-malformed");
  expect(await ask(ana, "unwatch", pairAt(0))).toEqual({});
});

test("a pair that nobody listed is answered once, as Horizon has it, and not told of", async () => {
  const unlisted = town.assets.at(-1);
  if (!unlisted) throw new Error("no assets");
  const pair = { base: "XLM", quote: assetKey(unlisted.name) };
  const viewer = new Viewer(await sync.connect("ana"), pair);
  const snapshot = await viewer.watch();
  const [xlm] = town.listed;
  if (!xlm) throw new Error("no XLM");
  const book = await town.markets.orderBook({ base: xlm.name, counter: unlisted.name });
  expect(snapshot).toMatchObject({ state: "horizon", ledger: town.ledger, ...bookRows(book) });
  await live(3);
  expect(viewer.deltas).toEqual([]);
});
