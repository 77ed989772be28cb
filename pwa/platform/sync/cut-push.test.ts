import { expect, test } from "vitest";
import { PUSH_BYTES, PUSH_LIMIT } from "#schemas/protocol.ts";
import { cutPush } from "./cut-push.ts";

function rowsOf(count: number, memo = "") {
  return Array.from({ length: count }, (_, index) => ({ newDocumentState: { uid: `u${index}`, memo } }));
}

test("a push holds so many rows at most, and all of them in order", () => {
  const rows = rowsOf(PUSH_LIMIT * 2 + 1);
  const parts = cutPush(rows);
  expect(parts.map(({ length }) => length)).toEqual([PUSH_LIMIT, PUSH_LIMIT, 1]);
  expect(parts.flat()).toEqual(rows);
  expect(cutPush([])).toEqual([]);
});

test("a push holds so many bytes at most, whatever the letters; a row beyond them goes alone", () => {
  const rows = rowsOf(12, "\u{1F680}".repeat(PUSH_BYTES / 40));
  for (const part of cutPush(rows)) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(PUSH_BYTES * 1.1);
  expect(cutPush(rows).flat()).toEqual(rows);
  expect(cutPush(rowsOf(2, "x".repeat(PUSH_BYTES))).map(({ length }) => length)).toEqual([1, 1]);
});
