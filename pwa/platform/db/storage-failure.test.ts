import { expect, test } from "vitest";
import { isQuotaError } from "./storage-failure.ts";

function named(name: string, more: object = {}): Error {
  return Object.assign(new Error(name), { name, ...more });
}

test("a full disk is known by its own error, by Dexie's abort, and inside what RxDB makes of either", () => {
  expect(isQuotaError(named("QuotaExceededError"))).toBe(true);
  expect(isQuotaError(named("AbortError"))).toBe(true);
  expect(isQuotaError(named("BulkError", { inner: named("QuotaExceededError") }))).toBe(true);
  expect(isQuotaError(named("RxError", { parameters: { errors: [named("AbortError")] } }))).toBe(true);
  expect(isQuotaError(named("RxError", { parameters: { errors: [named("DataError")] } }))).toBe(false);
  expect(isQuotaError(null)).toBe(false);
});
