import { expect, test } from "vitest";
import * as v from "valibot";
import { placedNumber } from "./narrowed-place.ts";
import { ListPlace } from "./place.ts";
import type { Column } from "./columns.ts";
import { placeOfView, savedPlaceOf, unknownIn } from "./view-place.ts";

const COLUMNS = ["id", "age"].map((name): Column<unknown> => ({ name, label: name, cell: () => name, text: () => "" }));

test("a view is how a list is narrowed and shown, not where somebody stands in it", () => {
  const place = { find: "maria", show: "failed", sort: "-age", hide: "id", after: 200, open: 7 };
  const view = savedPlaceOf(place);
  expect(view).toEqual({ find: "maria", show: "failed", sort: "-age", hide: "id" });
  expect(placeOfView(view)).toEqual({ ...view, after: undefined, open: undefined });
  // What is not in it is taken out of the address.
  expect(placeOfView({})).toMatchObject({ find: undefined, hide: undefined });
});

test("what a list does not know any more is said, and nothing else", () => {
  expect(unknownIn({ find: "x", show: "failed", sort: "-age", hide: "id" }, COLUMNS, ["failed"])).toEqual([]);
  expect(unknownIn({ sort: "-worth", hide: "id,rate", show: "old", tag: "a" }, COLUMNS, ["failed"])).toEqual([
    "tag",
    "worth",
    "rate",
    "old",
  ]);
  // Where the list has no filters of its own, its address has none to be wrong.
  expect(unknownIn({ show: "anything" }, COLUMNS, undefined)).toEqual([]);
});

test("what narrows a list besides is saved with it, and put back as it was", () => {
  const state = v.fallback(v.optional(v.picklist(["failed", "held"])), undefined);
  const Narrowed = v.object({ ...ListPlace.entries, state, user: placedNumber });
  const by = { read: (search: unknown) => v.parse(Narrowed, search), askedBy: ["state", "user"] };
  const place = { show: "all", find: "ana", state: "failed", user: 7, after: 70 };
  const view = savedPlaceOf(place, by);
  expect(view).toEqual({ show: "all", find: "ana", state: "failed", user: "7" });
  expect(placeOfView(view, by)).toMatchObject({ show: "all", find: "ana", state: "failed", user: 7, after: undefined });
  expect(placeOfView({ show: "all" }, by)).toMatchObject({ state: undefined, user: undefined });
  expect(unknownIn(view, COLUMNS, undefined, by)).toEqual([]);
  expect(unknownIn({ ...view, state: "gone" }, COLUMNS, undefined, by)).toEqual(["state"]);
});
