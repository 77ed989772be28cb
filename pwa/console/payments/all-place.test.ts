import { expect, test } from "vitest";
import { allPlaceWith, isNarrowed, NO_FILTER, readAllPlace } from "./all-place.ts";

const HASH = "0f".repeat(32);

test("an address is read as far as it says something, and nothing else of it is asked", () => {
  const typed = { show: "all", state: "gone", kind: "steal", user: 0, exact: "maria", from: "today", to: "2026-05-01" };
  expect(readAllPlace(typed)).toEqual({ show: "all", to: "2026-05-01" });
  expect(readAllPlace({ exact: 33 })).toEqual({ exact: "33" });
  expect(readAllPlace({ exact: HASH })).toEqual({ exact: HASH });
});

test("other payments are shown from their beginning; opening one, or searching, leaves the page", () => {
  const place = { show: "all", after: 70, open: 65, user: 7 };
  expect(allPlaceWith(place, { state: "failed" })).toEqual({ show: "all", user: 7, state: "failed" });
  expect(allPlaceWith(place, { open: 66 })).toEqual({ ...place, open: 66 });
  expect(allPlaceWith(place, { find: "maria" })).toEqual({ ...place, find: "maria" });
  const cleared = allPlaceWith(place, NO_FILTER);
  expect(cleared).toEqual({ show: "all" });
  expect([isNarrowed(place), isNarrowed(cleared)]).toEqual([true, false]);
});
