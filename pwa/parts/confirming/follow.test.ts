import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { follow, type News, nextAskMs } from "./follow.ts";

const asked: number[] = [];
const DEAF: News = { isLive: () => false, subscribe: () => () => undefined };
let answer: () => Promise<Response>;
const submission = (state: string) => async () =>
  Response.json({
    submission: { id: 5, state, hash: null, ledger: null, message: null, createdAt: "2026-05-01T10:00:00.000Z" },
  });

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (place: string) => {
    // Sentences are fetched besides.
    if (place.startsWith("/api/")) asked.push(Date.now());
    return answer();
  });
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("questions come more seldom while nothing moves, and soon again once something did", () => {
  const waits = [500];
  while (waits.length < 20) waits.push(nextAskMs(waits.at(-1) ?? 0, false));
  expect(waits.slice(0, 3)).toEqual([500, 650, 845]);
  expect(waits.at(-1)).toBe(10_000);
  expect(nextAskMs(10_000, true)).toBe(500);
});

test("a payment that waits for long is asked for a few times a minute, and no more once nobody looks", async () => {
  answer = submission("held");
  const seen = vi.fn<() => void>();
  const stop = follow(5, { seen }, DEAF);
  await vi.advanceTimersByTimeAsync(60_000);
  const inTheFirst = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length - inTheFirst).toBe(6);
  expect(seen).toHaveBeenCalledTimes(asked.length);
  answer = submission("signed");
  await vi.advanceTimersByTimeAsync(10_000);
  const moved = asked.length;
  await vi.advanceTimersByTimeAsync(1200);
  expect(asked.length - moved).toBeGreaterThan(0);
  stop();
  const atTheEnd = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBe(atTheEnd);
});

test("failures in a row are logged once, and the answer still comes", async () => {
  answer = async () => {
    throw new TypeError("Failed to fetch");
  };
  const seen = vi.fn<() => void>();
  const stop = follow(5, { seen }, DEAF);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.length).toBeGreaterThan(3);
  expect(console.error).toHaveBeenCalledTimes(1);
  answer = submission("confirmed");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toHaveBeenCalled();
  stop();
});

test("a submission that the server does not know is followed no longer", async () => {
  answer = async () => Response.json({ code: "submission-unknown", message: "None." }, { status: 404 });
  const unknown = vi.fn<() => void>();
  follow(5, { seen: vi.fn<() => void>(), unknown }, DEAF);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  expect(unknown).toHaveBeenCalledTimes(1);
});

/** News that a test tells. */
function aChannel() {
  const told = new Set<() => void>();
  const news: News = {
    isLive: () => true,
    subscribe: (tell) => {
      told.add(tell);
      return () => told.delete(tell);
    },
  };
  const tell = () => {
    for (const each of told) each();
  };
  return { news, tell, listeners: told };
}

test("where the account's rows tell, hardly anything is asked until they do, and then at once", async () => {
  answer = submission("submitted");
  const { news, tell, listeners } = aChannel();
  const stop = follow(5, { seen: vi.fn<() => void>() }, news);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(2);
  // One ledger's changes come one after the other, and are one question.
  for (let change = 0; change < 5; change += 1) tell();
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(3);
  stop();
  expect(listeners.size).toBe(0);
});

test("what is told while an answer is under way is asked after once that is there", async () => {
  const held = Promise.withResolvers<Response>();
  answer = () => held.promise;
  const { news, tell } = aChannel();
  const stop = follow(5, { seen: vi.fn<() => void>() }, news, 0);
  await vi.advanceTimersByTimeAsync(0);
  tell();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(1);
  answer = submission("submitted");
  held.resolve(await answer());
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  stop();
});

test("where the rows came before the submission was settled, the next questions come soon", async () => {
  answer = submission("submitted");
  const { news, tell } = aChannel();
  const stop = follow(5, { seen: vi.fn<() => void>() }, news, 0);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = asked.length;
  tell();
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked.length - before).toBe(4);
  stop();
});
