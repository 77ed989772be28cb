import { expect, test } from "vitest";
import { decidedPlaceWith, readDecidedPlace } from "./decided-place.ts";

test("an address is read as far as it says something, and nothing else of it is asked", () => {
  const typed = { show: "decided", status: "paid", method: "Bank!", user: -1, from: "yesterday", to: "2026-05-01" };
  expect(readDecidedPlace(typed)).toEqual({ show: "decided", to: "2026-05-01" });
});

test("other deposits are shown from their beginning; opening one leaves the page", () => {
  const place = { show: "decided", after: 70, open: 65 };
  expect(decidedPlaceWith(place, { status: "rejected" })).toEqual({ show: "decided", status: "rejected" });
  expect(decidedPlaceWith(place, { open: 66 })).toEqual({ ...place, open: 66 });
  expect(decidedPlaceWith(place, { find: "maria" })).toEqual({ show: "decided", find: "maria" });
  expect(decidedPlaceWith({ ...place, find: "maria" }, { sort: "-age" })).toEqual({
    ...place,
    find: "maria",
    sort: "-age",
  });
});

test("what is asked for a second time leaves the list where it is, and its open row open", () => {
  const place = { show: "decided", find: "maria", after: 70, open: 65 };
  expect(decidedPlaceWith(place, { find: "maria" })).toEqual(place);
  expect(decidedPlaceWith(place, { show: "decided", user: undefined })).toEqual(place);
});
