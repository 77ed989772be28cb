import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { flatItems, MENU_DEPTH, MenuContent, type MenuItem } from "#schemas/content/items.ts";
import { movedItem, putItem, standingOf, waysOf, withItem } from "./tree.ts";

type Items = readonly MenuItem[];

function item(id: string, items: Items = []): MenuItem {
  return {
    id,
    label: { en: id },
    url: "/help",
    icon: null,
    isActive: true,
    isExternal: false,
    requiresAuth: false,
    items,
  };
}
const shape = (items: Items): unknown =>
  items.map(({ id, items: within }) => (within.length === 0 ? id : [id, shape(within)]));

/** Menus of as many levels as they may have, each item with a name of its own. */
const menus = fc.array(fc.tuple(fc.nat(30), fc.boolean()), { minLength: 1, maxLength: 12 }).map((plan) => {
  let items: Items = [];
  for (const [at, [target, isWithin]] of plan.entries()) {
    const made = item(`i${at}`);
    const all = flatItems(items);
    const near = all[target % Math.max(1, all.length)];
    const next = [...items, made];
    items = near === undefined || !isWithin ? next : putItem(next, made.id, near.id, "into");
  }
  return items;
});

const isMenu = (items: Items) =>
  v.is(MenuContent, { kind: "menu", name: { en: "M" }, location: "footer", displayOrder: 0, isActive: true, items });
const ids = (items: Items) =>
  flatItems(items)
    .map(({ id }) => id)
    .toSorted();

test("however items are moved, none is lost, doubled or deeper than menus go", () => {
  const act = fc.record({
    of: fc.nat(30),
    to: fc.nat(30),
    how: fc.constantFrom("up", "down", "in", "out", "before", "after", "into"),
  });
  fc.assert(
    fc.property(menus, fc.array(act, { maxLength: 30 }), (begun, acts) => {
      expect(isMenu(begun)).toBe(true);
      let items = begun;
      for (const { of, to, how } of acts) {
        const all = flatItems(items);
        const [moving, target] = [all[of % all.length]?.id ?? "", all[to % all.length]?.id ?? ""];
        items =
          how === "before" || how === "after" || how === "into"
            ? putItem(items, moving, target, how)
            : movedItem(items, moving, how as "up");
      }
      expect(ids(items)).toEqual(ids(begun));
      expect(isMenu(items)).toBe(true);
    }),
  );
});

test("up and down are each other's way back", () => {
  fc.assert(
    fc.property(menus, fc.nat(30), (items, of) => {
      const all = flatItems(items);
      const id = all[of % all.length]?.id ?? "";
      const up = movedItem(items, id, "up");
      if (up !== items) expect(shape(movedItem(up, id, "down"))).toEqual(shape(items));
    }),
  );
});

test("an item goes into the one before it, and out after the one it is in", () => {
  const items = [item("a", [item("b")]), item("c")];
  const inner = movedItem(items, "c", "in");
  expect(shape(inner)).toEqual([["a", ["b", "c"]]]);
  expect(shape(movedItem(inner, "b", "out"))).toEqual([["a", ["c"]], "b"]);
});

test("an item is not put into itself, nor deeper than menus go", () => {
  const items = [item("a", [item("b", [item("c")])]), item("d", [item("e")])];
  expect(MENU_DEPTH).toBe(3);
  expect(putItem(items, "a", "c", "into")).toBe(items);
  expect(putItem(items, "a", "a", "before")).toBe(items);
  expect(putItem(items, "d", "b", "into")).toBe(items);
  expect(putItem(items, "e", "c", "into")).toBe(items);
  expect(shape(putItem(items, "e", "c", "before"))).toEqual([["a", [["b", ["e", "c"]]]], "d"]);
});

test("the ways that an item cannot go are told", () => {
  const items = [item("a"), item("b", [item("c")])];
  expect([...waysOf(items, "a")]).toEqual(["down"]);
  expect([...waysOf(items, "c")]).toEqual(["out"]);
  expect([...waysOf(items, "b")]).toEqual(["up", "in"]);
});

test("an item is found, changed and taken out wherever it stands", () => {
  const items = [item("a", [item("b", [item("c")])])];
  expect(standingOf(items, "c")?.within.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(
    standingOf(
      withItem(items, "c", (each) => ({ ...each, url: "/faq" })),
      "c",
    )?.item.url,
  ).toBe("/faq");
  expect(shape(withItem(items, "b", () => null))).toEqual(["a"]);
});
