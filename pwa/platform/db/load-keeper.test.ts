import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadKeeper } from "./load-keeper.ts";

const { keepOpen } = vi.hoisted(() => ({ keepOpen: vi.fn(() => ({ stop: () => Promise.resolve() })) }));
vi.mock("#pwa/platform/rxdb/keep-open.ts", () => ({ keepOpen }));

const answers: PromiseWithResolvers<Response>[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("dispatchEvent", () => true);
  vi.stubGlobal("fetch", () => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("no row is handed out before what it says can be put into words, however long that takes", async () => {
  loadKeeper(1, Promise.resolve(), () => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(1);
  expect(keepOpen).not.toHaveBeenCalled();

  answers[0]?.reject(new TypeError("no network"));
  await vi.advanceTimersByTimeAsync(4000);
  expect(answers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(answers).toHaveLength(2);
  expect(keepOpen).not.toHaveBeenCalled();

  answers[1]?.resolve(Response.json({}));
  await vi.advanceTimersByTimeAsync(0);
  expect(keepOpen).toHaveBeenCalledOnce();
});
