import { afterEach, expect, test, vi } from "vitest";
import { LOCK_KEY } from "#pwa/platform/device/storage.ts";
import { readLock, textOf } from "./lock-record.ts";
import { makePinMethod } from "./pin-key.ts";
import { tryPin } from "./unlock.ts";

afterEach(() => vi.unstubAllGlobals());

test("a wrong PIN counts once, on whatever keyboard its digits are typed", async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const methods = [await makePinMethod("290417", new Uint8Array(32))];
  kept.set(LOCK_KEY, textOf({ version: 1, state: "on", methods, idle: "5", failures: 0, notBeforeMs: 0 }));
  expect(await tryPin("\u0662\u0669\u0660\u0664\u0661\u0668")).toEqual({ kind: "wrong", left: 9 });
  expect(readLock()?.failures).toBe(1);
  expect(await tryPin("\u0662\u0669\u0660\u0664\u0661\u0667")).toMatchObject({ kind: "right" });
  expect(readLock()?.failures).toBe(0);
});
