import { expect, test } from "vitest";
import { chosenNow, queryOf } from "./selection.ts";

const QUERY = { find: "maria", show: "failed", userId: 7 };
const ALL = { count: 12_431, query: QUERY };

test("all that matched is chosen as long as the filters are those that were meant", () => {
  expect(chosenNow([1, 2], ALL, { ...QUERY, status: undefined })).toEqual({ kind: "all", ...ALL });
  const rows = { kind: "rows", ids: [1, 2] };
  expect(chosenNow([1, 2], ALL, { ...QUERY, find: "ben" })).toEqual(rows);
  expect(chosenNow([1, 2], ALL, { ...QUERY, status: "failed" })).toEqual(rows);
  expect(chosenNow([1, 2], ALL, { find: "maria", show: "failed" })).toEqual(rows);
  expect(chosenNow([1, 2], null, QUERY)).toEqual(rows);
});

test("the server is told how many they were, or which rows, or the filters where nothing is chosen", () => {
  expect(queryOf({ kind: "all", ...ALL }, QUERY)).toEqual({ ...QUERY, count: ALL.count });
  expect(queryOf({ kind: "rows", ids: [3, 5] }, QUERY)).toEqual({ rows: "3,5", show: "failed", userId: 7 });
  expect(queryOf({ kind: "rows", ids: [] }, QUERY)).toEqual(QUERY);
});
