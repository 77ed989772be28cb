import { expect, test } from "vitest";
import { chosenNow, queryOf } from "./selection.ts";

const ALL = { count: 12_431, find: "maria", show: "failed" };

test("all that matched is chosen as long as the filters are those that were meant", () => {
  const place = { find: "maria", show: "failed", sort: "-age", after: 200 };
  expect(chosenNow([1, 2], ALL, place)).toEqual({ kind: "all", ...ALL });
  expect(chosenNow([1, 2], ALL, { ...place, find: "ben" })).toEqual({ kind: "rows", ids: [1, 2] });
  expect(chosenNow([1, 2], ALL, { ...place, show: undefined })).toEqual({ kind: "rows", ids: [1, 2] });
});

test("the server is told how many they were, or which rows, or the filters where nothing is chosen", () => {
  const place = { find: "maria", show: "failed" };
  expect(queryOf({ kind: "all", ...ALL }, place)).toEqual(ALL);
  expect(queryOf({ kind: "rows", ids: [3, 5] }, place)).toEqual({ rows: "3,5", show: "failed" });
  expect(queryOf({ kind: "rows", ids: [] }, place)).toEqual(place);
});
