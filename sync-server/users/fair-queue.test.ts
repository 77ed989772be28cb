import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";

const BOUNDS = { atOnce: 1, mostWaiting: 6, mostOfLane: 4, perSecond: 2 };
const stranger = (lane: string) => ({ lane, isKnown: false });
const known = (lane: string) => ({ lane, isKnown: true });

/** Work that takes its turn and says so; `release` lets the one at work end. */
function scene(queue: FairQueue) {
  const done: string[] = [];
  const refused: string[] = [];
  let release = (): void => {};
  const first = new Promise<void>((resolve) => (release = resolve));
  const holder = queue.run(stranger("holder"), () => first);
  const ask = (asker: ReturnType<typeof stranger>, name: string): Promise<void> =>
    queue
      .run(asker, async () => void done.push(name))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        expect(error.code).toBe("busy");
        expect(Number(error.facts["seconds"])).toBeGreaterThan(0);
        refused.push(name);
      });
  return { done, refused, ask, end: async (all: Promise<void>[]) => (release(), Promise.all([holder, ...all])) };
}

test("lanes take turns, so that a crowd holds nobody else up", async () => {
  const { done, ask, end } = scene(createFairQueue(BOUNDS));
  const all = [
    ...["a1", "a2", "a3", "a4"].map((name) => ask(stranger("a"), name)),
    ask(stranger("b"), "b1"),
    ask(stranger("c"), "c1"),
  ];
  await end(all);
  expect(done).toEqual(["a1", "b1", "c1", "a2", "a3", "a4"]);
});

test("a lane has its bound, and gives way to shorter ones where everything is full", async () => {
  const { done, refused, ask, end } = scene(createFairQueue(BOUNDS));
  const all = [
    ...["a1", "a2", "a3", "a4", "a5"].map((name) => ask(stranger("a"), name)),
    ...["b1", "b2", "b3"].map((name) => ask(stranger("b"), name)),
    ask(stranger("c"), "c1"),
  ];
  await end(all);
  expect(refused).toEqual(["a5", "a4", "a3"]);
  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "b3"]);
});

test("people of ours wait apart from strangers, and take every other turn", async () => {
  const { done, refused, ask, end } = scene(createFairQueue(BOUNDS));
  const all = [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => ask(stranger(`network ${at}`), `s${at}`)),
    ...[1, 2, 3].map((at) => ask(known(`user ${at}`), `k${at}`)),
  ];
  await end(all);
  expect(refused).toEqual(["s7", "s8"]);
  expect(done.slice(0, 6)).toEqual(["k1", "s1", "k2", "s2", "k3", "s3"]);
});

test("work that fails makes room as well", async () => {
  const queue = createFairQueue(BOUNDS);
  await expect(queue.run(known("a"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(queue.run(known("a"), () => Promise.resolve(1))).resolves.toBe(1);
});
