import { expect, test } from "vitest";
import { filtersOf, idTyped, readLogPlace } from "./log-place.ts";

test("what is typed is the id of an error, of a request, or neither", () => {
  expect(idTyped(" 0A1b2c3d4e5f ")).toEqual({ error: "0a1b2c3d4e5f", request: undefined });
  expect(idTyped("req_Aa-09xyz")).toEqual({ error: undefined, request: "req_Aa-09xyz" });
  expect(idTyped("  ")).toEqual({ error: undefined, request: undefined });
  for (const none of ["short", "with a space", "a".repeat(65), "line\nbreak-"]) expect(idTyped(none)).toBeNull();
});

test("an id of digits alone, which an address has as a number, is the same id", () => {
  expect(readLogPlace({ error: 123456789012, user: "7", level: "warn" })).toMatchObject({
    error: "123456789012",
    user: 7,
    level: "warn",
  });
  expect(readLogPlace({ error: "no id", request: "?", level: "loud", from: "soon", user: -1 })).toEqual({});
});

test("days are whole ones of this device, the last among them", () => {
  const { since, until } = filtersOf({ from: "2026-02-27", to: "2026-02-28" });
  expect([since, until]).toEqual([new Date(2026, 1, 27).toISOString(), new Date(2026, 2, 1).toISOString()]);
  expect(filtersOf({})).toMatchObject({ since: undefined, until: undefined, errorId: undefined });
});
