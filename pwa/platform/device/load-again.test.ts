import { expect, test, vi } from "vitest";
import { loadAgain } from "./load-again.ts";

vi.mock("./log.ts", () => ({ logProblem: () => undefined }));

test("a script that could not be fetched is tried again after five seconds, until it is there", async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue("loaded");
  const loading = loadAgain(load, () => false, "A part");
  await vi.advanceTimersByTimeAsync(4999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loading).toBe("loaded");
  vi.useRealTimers();
});

test("once stopped nothing is handed out, even what arrives", async () => {
  let isStopped = false;
  const loading = loadAgain(
    async () => {
      isStopped = true;
      return "loaded";
    },
    () => isStopped,
    "A part",
  );
  expect(await loading).toBeNull();
  const load = vi.fn<() => Promise<string>>();
  expect(await loadAgain(load, () => true, "A part")).toBeNull();
  expect(load).not.toHaveBeenCalled();
});
