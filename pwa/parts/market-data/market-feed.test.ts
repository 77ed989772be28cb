import { expect, test, vi } from "vitest";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import type { MarketLinkEvents } from "#pwa/platform/sync/market-link.ts";
import type { MarketSnapshot } from "#schemas/market-data.ts";
import { openMarketFeed } from "./market-feed.ts";
import { createMarketStore } from "./market-store.ts";
import { aDelta, aSnapshot, PAIR } from "./market.fixture.ts";

/** A busy machine takes its time. */
const WAIT = { timeout: 20_000 };

/** A link whose answers the test gives; what is shown is drawn at once. */
function aFeed(answers: (() => Promise<MarketSnapshot>)[]) {
  const asked = vi.fn();
  const left = vi.fn();
  const kept = vi.fn();
  const line: { events: MarketLinkEvents | null } = { events: null };
  const feed = openMarketFeed({
    openLink: () =>
      Promise.resolve((events) => {
        line.events = events;
        return {
          watch: (pair) => {
            asked(pair);
            return (answers.shift() ?? (() => Promise.resolve(aSnapshot())))();
          },
          unwatch: left,
          close: () => undefined,
        };
      }),
    read: () => Promise.resolve(aSnapshot()),
    nowMs: () => 1000,
    keep: kept,
    readKept: () => null,
    createStore: (first) => createMarketStore(first, (draw) => draw(0)),
  });
  const connect = () =>
    vi.waitFor(() => {
      if (line.events === null) throw new Error("not opened yet");
      line.events.connected();
      return line.events;
    }, WAIT);
  return { feed, asked, left, kept, connect };
}

test("a pair is asked for once connected, and grows by what goes on from it", async () => {
  const { feed, asked, connect } = aFeed([]);
  const stop = feed.watch(PAIR);
  const events = await connect();
  const store = feed.storeOf(PAIR);
  await vi.waitFor(() => expect(store.get().flow).toBe("live"), WAIT);
  events.changed({ ...aDelta(7, 8), bids: [[3, 10, "1.0000000"]] });
  expect(store.get().market?.bids[0]).toEqual([3, 10, "1.0000000"]);
  expect(asked).toHaveBeenCalledTimes(1);
  stop();
});

test("a gap is asked about, and what came before its answer is not lost", async () => {
  const held: { answer?: (snapshot: MarketSnapshot) => void } = {};
  const second = () =>
    new Promise<MarketSnapshot>((resolve) => {
      held.answer = resolve;
    });
  const { feed, asked, connect } = aFeed([() => Promise.resolve(aSnapshot()), second]);
  const stop = feed.watch(PAIR);
  const events = await connect();
  const store = feed.storeOf(PAIR);
  await vi.waitFor(() => expect(store.get().flow).toBe("live"), WAIT);
  events.changed(aDelta(9, 10));
  expect(asked).toHaveBeenCalledTimes(2);
  events.changed(aDelta(10, 11));
  events.changed({ ...aDelta(11, 12), bids: [[3, 10, "1.0000000"]] });
  held.answer?.({ ...aSnapshot(), sequence: 11 });
  await vi.waitFor(() => expect(store.get().market?.sequence).toBe(12), WAIT);
  expect(store.get().market?.bids[0]).toEqual([3, 10, "1.0000000"]);
  stop();
});

test("a lost connection, and a device without a network, are told; then it is asked again", async () => {
  const { feed, asked, connect } = aFeed([]);
  const stop = feed.watch(PAIR);
  const events = await connect();
  const store = feed.storeOf(PAIR);
  await vi.waitFor(() => expect(store.get().flow).toBe("live"), WAIT);
  events.disconnected();
  expect(store.get()).toMatchObject({ flow: "still", seenAtMs: 1000 });
  events.connected();
  await vi.waitFor(() => expect(store.get().flow).toBe("live"), WAIT);
  feed.noteOnline(false);
  events.changed({ ...aDelta(7, 8), asks: [] });
  expect(store.get()).toMatchObject({ flow: "still", market: { sequence: 7 } });
  feed.noteOnline(true);
  await vi.waitFor(() => expect(store.get().flow).toBe("live"), WAIT);
  expect(asked).toHaveBeenCalledTimes(3);
  stop();
});

test("a refusal is told in its words", async () => {
  const { feed, connect } = aFeed([() => Promise.reject(new LinkError("market-too-many", "Close one first."))]);
  const stop = feed.watch(PAIR);
  await connect();
  await vi.waitFor(() => expect(feed.storeOf(PAIR).get().problem).toBe("Close one first."), WAIT);
  stop();
});

test("the last to leave ends the watching, and what was seen is kept", async () => {
  const { feed, left, kept, connect } = aFeed([() => Promise.resolve(aSnapshot())]);
  const stops = [feed.watch(PAIR), feed.watch(PAIR)];
  await connect();
  await vi.waitFor(() => expect(feed.storeOf(PAIR).get().flow).toBe("live"), WAIT);
  stops[0]?.();
  stops[0]?.();
  expect(left).not.toHaveBeenCalled();
  stops[1]?.();
  expect(left).toHaveBeenCalledWith(PAIR);
  expect(kept).toHaveBeenCalledWith("XLM/USDC-G" + "A".repeat(55), { market: aSnapshot(), seenAtMs: 1000 });
  expect(feed.storeOf(PAIR).get().flow).toBe("waiting");
});
