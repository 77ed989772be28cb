import { expect, test } from "vitest";
import { allPlaceWith, isNarrowed, NO_FILTER, readAllPlace } from "./all-place.ts";

test("an address is read as far as it says something, and nothing else of it is asked", () => {
  const typed = { show: "all", state: "gone", kind: "steal", user: 0, from: "today", to: "2026-05-01" };
  expect(readAllPlace(typed)).toEqual({ show: "all", to: "2026-05-01" });
  expect(readAllPlace({ find: 33, user: "7" })).toEqual({ find: "33", user: 7 });
});

test("other payments are shown from their beginning; opening one leaves the page", () => {
  const place = { show: "all", after: 70, open: 65, user: 7 };
  expect(allPlaceWith(place, { state: "failed" })).toEqual({ show: "all", user: 7, state: "failed" });
  expect(allPlaceWith(place, { open: 66 })).toEqual({ ...place, open: 66 });
  expect(allPlaceWith(place, { find: "maria" })).toEqual({ show: "all", user: 7, find: "maria" });
  const cleared = allPlaceWith(place, NO_FILTER);
  expect(cleared).toEqual({ show: "all" });
  expect([isNarrowed(place), isNarrowed(cleared)]).toEqual([true, false]);
});
