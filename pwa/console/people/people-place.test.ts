import { expect, test } from "vitest";
import { placeWith, queryOf, readPeoplePlace } from "./people-place.ts";

test("what of an address is none of ours is as if it were not there", () => {
  const search = { find: 42, frozen: "perhaps", from: "yesterday", open: -1, part: "password", sort: "name", x: 1 };
  expect(readPeoplePlace(search)).toEqual({ find: "42", sort: "name" });
  expect(readPeoplePlace("?")).toEqual({});
});

test("other people are shown from their beginning; a person who is opened leaves the list where it is", () => {
  const place = { find: "ma", after: "17-3" };
  expect(placeWith(place, { frozen: "yes" })).toEqual({ find: "ma", frozen: "yes" });
  expect(placeWith(place, { open: 7 })).toEqual({ ...place, open: 7 });
  expect(placeWith({ ...place, open: 7 }, { open: undefined })).toEqual(place);
});

test("the server is asked the same for the same place", () => {
  expect(queryOf({ find: "ma", frozen: "yes", open: 7 })).toMatchObject({ q: "ma", frozen: "yes" });
});
