import { afterEach, expect, test, vi } from "vitest";
import { leaveWorkerWords, readWorkerWords } from "./worker-words.ts";

const ENGLISH = {
  unreadable: "Open the app to see what is new.",
  locked: "There is something new. Unlock the app to see it.",
};

afterEach(() => vi.unstubAllGlobals());

function keepIn(kept: Map<string, Response>) {
  const cache = { put: async (place: string, answer: Response) => void kept.set(place, answer) };
  vi.stubGlobal("caches", { open: async () => cache, match: async (place: string) => kept.get(place)?.clone() });
}

test("the worker says what a page left it, and English where none did", async () => {
  keepIn(new Map());
  expect(await readWorkerWords()).toEqual(ENGLISH);
  const words = { unreadable: "Abre la aplicación.", locked: "Hay algo nuevo." };
  await leaveWorkerWords(words);
  expect(await readWorkerWords()).toEqual(words);
});

test("what was left by another version, or cannot be read, is not said", async () => {
  for (const left of ["{", "null", '{"unreadable":"","locked":"x"}', '{"unreadable":5}']) {
    keepIn(new Map([["/worker-words", new Response(left)]]));
    expect(await readWorkerWords(), left).toEqual(ENGLISH);
  }
  vi.stubGlobal("caches", { match: () => Promise.reject(new Error("Storage is closed.")) });
  expect(await readWorkerWords()).toEqual(ENGLISH);
});
