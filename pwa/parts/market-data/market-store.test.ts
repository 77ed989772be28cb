import { expect, test } from "vitest";
import { createMarketStore, type Lane } from "./market-store.ts";

test("a frame draws one part, whoever waited longest; the book moves in those between, and the others rest", () => {
  const frames: ((atMs: number) => void)[] = [];
  const waits: { readonly ask: () => void; readonly ms: number }[] = [];
  const store = createMarketStore(
    { market: null, flow: "waiting", seenAtMs: null, problem: null },
    (draw) => frames.push(draw),
    (ask, ms) => waits.push({ ask, ms }),
  );
  const drawn: Lane[] = [];
  const seen: (number | null)[] = [];
  for (const lane of ["book", "figures", "candles"] as const)
    store.subscribe(() => {
      drawn.push(lane);
      seen.push(store.get().seenAtMs);
    }, lane);
  const runFrame = (atMs: number) => {
    const [draw] = frames.splice(0);
    draw?.(atMs);
    return drawn.splice(0);
  };
  store.change({ seenAtMs: 1 });
  store.change({ seenAtMs: 2 });
  expect(frames).toHaveLength(1);
  expect([runFrame(0), runFrame(16), runFrame(32), runFrame(48)]).toEqual([["book"], ["figures"], ["candles"], []]);
  expect(seen).toEqual([2, 2, 2]);

  store.change({ seenAtMs: 3 });
  expect(runFrame(64)).toEqual(["book"]);
  store.change({ seenAtMs: 4 });
  expect(runFrame(80)).toEqual(["book"]);
  // What rests asks for no frame before its time.
  expect(frames).toHaveLength(0);
  expect(waits.map(({ ms }) => ms)).toEqual([16 + 250 - 64]);
  store.change({ seenAtMs: 5 });
  waits[0]?.ask();
  expect(frames).toHaveLength(1);
  // The frame after the candles is the chart's own.
  expect([runFrame(270), runFrame(286), runFrame(302), runFrame(318)]).toEqual([
    ["figures"],
    ["candles"],
    [],
    ["book"],
  ]);
  expect(frames).toHaveLength(0);
  expect(seen.at(-1)).toBe(5);
});

test("what may be drawn sooner does not wait for what rests longer", () => {
  const frames: ((atMs: number) => void)[] = [];
  const waits: { readonly ask: () => void; readonly ms: number }[] = [];
  const store = createMarketStore(
    { market: null, flow: "waiting", seenAtMs: null, problem: null },
    (draw) => frames.push(draw),
    (ask, ms) => waits.push({ ask, ms }),
  );
  const runFrame = (atMs: number) => frames.splice(0)[0]?.(atMs);
  store.subscribe(() => undefined, "figures");
  store.change({ seenAtMs: 1 });
  runFrame(0);
  store.change({ seenAtMs: 2 });
  runFrame(16);
  store.subscribe(() => undefined, "tape");
  store.change({ seenAtMs: 3 });
  runFrame(32);
  store.change({ seenAtMs: 4 });
  runFrame(48);
  expect(waits.map(({ ms }) => ms)).toEqual([250 - 16, 150 + 32 - 48]);
  waits[1]?.ask();
  expect(frames).toHaveLength(1);
  runFrame(182);
  waits[0]?.ask();
  expect(frames).toHaveLength(1);
  runFrame(250);
  // Waited for twice, and asked for once.
  waits[2]?.ask();
  expect(frames).toHaveLength(0);
});
