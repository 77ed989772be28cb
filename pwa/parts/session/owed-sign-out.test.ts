import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { forgiveSignOut, isSignOutOwed, oweSignOut, settleSignOut } from "./owed-sign-out.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a sign-out is owed until the server has ended the session", async () => {
  oweSignOut();
  expect(await settleSignOut(() => Promise.reject(new TypeError("Failed to fetch")))).toBe(false);
  expect(isSignOutOwed()).toBe(true);
  expect(await settleSignOut(() => Promise.reject(new HttpError(503, "", "")))).toBe(false);
  expect(isSignOutOwed()).toBe(true);
  expect(await settleSignOut(() => Promise.resolve())).toBe(true);
  expect(isSignOutOwed()).toBe(false);
});

test("a session that the server no longer knows needs no ending", async () => {
  oweSignOut();
  expect(await settleSignOut(() => Promise.reject(new HttpError(401, "", "")))).toBe(true);
  expect(isSignOutOwed()).toBe(false);
});

test("signing in again forgives it, and nothing of the person is kept with it", () => {
  oweSignOut();
  expect([...kept.values()]).toEqual(["yes"]);
  forgiveSignOut();
  expect(isSignOutOwed()).toBe(false);
});
