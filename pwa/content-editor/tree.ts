import { MENU_DEPTH, type MenuItem } from "#schemas/content/items.ts";

type Items = readonly MenuItem[];

/** A menu with one of its items, wherever it stands, put otherwise; null takes it out with all within it. */
export function withItem(items: Items, id: string, change: (item: MenuItem) => MenuItem | null): Items {
  return items.flatMap((item) => {
    if (item.id === id) return change(item) ?? [];
    const within = withItem(item.items, id, change);
    return same(within, item.items) ? item : { ...item, items: within };
  });
}

function same(one: Items, other: Items): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

/** Where an item stands: among whom, at which place, and within which it is. */
export interface Standing {
  readonly item: MenuItem;
  readonly siblings: Items;
  readonly at: number;
  /** From the outermost inwards. */
  readonly within: Items;
}

export function standingOf(items: Items, id: string, within: Items = []): Standing | null {
  for (const [at, item] of items.entries()) {
    if (item.id === id) return { item, siblings: items, at, within };
    const found = standingOf(item.items, id, [...within, item]);
    if (found !== null) return found;
  }
  return null;
}

export type Way = "up" | "down" | "in" | "out";

/** A menu with an item moved one place; the menu itself where it cannot go there. */
export function movedItem(items: Items, id: string, way: Way): Items {
  const standing = standingOf(items, id);
  if (standing === null) return items;
  const { item, siblings, at, within } = standing;
  switch (way) {
    case "up":
    case "down": {
      const beside = siblings[way === "up" ? at - 1 : at + 1];
      return beside === undefined ? items : put(items, item, beside.id, way === "up" ? "before" : "after");
    }
    case "in": {
      const former = siblings[at - 1];
      return former === undefined ? items : put(items, item, former.id, "into");
    }
    case "out": {
      const outer = within.at(-1);
      return outer === undefined ? items : put(items, item, outer.id, "after");
    }
  }
}

/** Beside another item, or within it after all that is there. */
export type Where = "before" | "after" | "into";

/** A menu with an item put elsewhere; the menu itself where that is within the item, or deeper than menus go. */
export function putItem(items: Items, id: string, target: string, where: Where): Items {
  const standing = standingOf(items, id);
  return standing === null ? items : put(items, standing.item, target, where);
}

function put(items: Items, item: MenuItem, target: string, where: Where): Items {
  const there = standingOf(items, target);
  if (there === null || [...there.within, there.item].some(({ id }) => id === item.id)) return items;
  const outside = there.within.length + (where === "into" ? 1 : 0);
  if (outside + depthOf(item) > MENU_DEPTH) return items;
  return placed(
    withItem(items, item.id, () => null),
    item,
    target,
    where,
  );
}

function placed(items: Items, item: MenuItem, target: string, where: Where): Items {
  return items.flatMap((each) => {
    if (each.id !== target) return { ...each, items: placed(each.items, item, target, where) };
    if (where === "into") return { ...each, items: [...each.items, item] };
    return where === "before" ? [item, each] : [each, item];
  });
}

/** How many levels an item is with those within it. */
function depthOf({ items }: MenuItem): number {
  return 1 + Math.max(0, ...items.map(depthOf));
}

/** Which ways an item can go. */
export function waysOf(items: Items, id: string): ReadonlySet<Way> {
  const ways: readonly Way[] = ["up", "down", "in", "out"];
  return new Set(ways.filter((way) => movedItem(items, id, way) !== items));
}
