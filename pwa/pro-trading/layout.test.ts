import * as v from "valibot";
import { expect, test } from "vitest";
import {
  DEFAULT_LAYOUT,
  Layout,
  moveBorder,
  PANEL_NAMES,
  shownColumns,
  withColumnShares,
  withPanel,
  withPanelShares,
} from "./layout.ts";

const namesIn = (layout: Layout) => shownColumns(layout).map(({ panels }) => panels.map(({ name }) => name));

test("what everybody begins with is a layout, and comes back from what is kept as it was", () => {
  expect(v.parse(Layout, JSON.parse(JSON.stringify(DEFAULT_LAYOUT)))).toEqual(DEFAULT_LAYOUT);
  expect(namesIn(DEFAULT_LAYOUT).flat().toSorted()).toEqual([...PANEL_NAMES].toSorted());
});

test("a layout that lacks a panel, has one twice, an unknown one or none to show is none", () => {
  const [first, ...others] = DEFAULT_LAYOUT.columns;
  const twice = { share: 10, panels: [{ name: "book", share: 1 }] };
  const unknown = { share: 10, panels: [{ name: "news", share: 1 }] };
  for (const wrong of [
    { columns: others, hidden: [] },
    { columns: [...DEFAULT_LAYOUT.columns, twice], hidden: [] },
    { columns: [...DEFAULT_LAYOUT.columns, unknown], hidden: [] },
    { columns: [{ ...first, share: 0 }, ...others], hidden: [] },
    { columns: DEFAULT_LAYOUT.columns, hidden: [...PANEL_NAMES] },
    { columns: DEFAULT_LAYOUT.columns },
  ])
    expect(v.is(Layout, wrong)).toBe(false);
});

test("a hidden panel leaves its column to the others, and an empty column goes", () => {
  const without = withPanel(withPanel(DEFAULT_LAYOUT, "order", false), "tape", false);
  expect(namesIn(without)).toEqual([["chart", "orders"], ["book"], ["ladder", "depth"]]);
  expect(withPanel(withPanel(without, "tape", true), "order", true)).toEqual(DEFAULT_LAYOUT);
});

test("the last panel cannot be hidden", () => {
  const last = PANEL_NAMES.reduce((layout, name) => withPanel(layout, name, false), DEFAULT_LAYOUT);
  expect(namesIn(last)).toEqual([["order"]]);
});

test("shares change where they are named", () => {
  const [chart = 0] = withColumnShares(DEFAULT_LAYOUT, new Map([[0, 30]])).columns.map(({ share }) => share);
  expect(chart).toBe(30);
  const tape = withPanelShares(DEFAULT_LAYOUT, new Map([["tape", 5]])).columns[1]?.panels;
  expect(tape).toEqual([
    { name: "book", share: 72 },
    { name: "tape", share: 5 },
  ]);
});

test("a border moves as far as the pointer, and both sides keep their sum", () => {
  expect(moveBorder([30, 10], { px: 400, leastPx: 40 }, 50)).toEqual([35, 5]);
  const [first, second] = moveBorder([46, 18], { px: 500, leastPx: 80 }, -37);
  expect(first + second).toBeCloseTo(64);
});

test("steps that follow each other before anything is drawn add up", () => {
  const room = { px: 711, leastPx: 176 };
  const [first] = moveBorder(moveBorder(moveBorder([39, 22], room, -16), room, -16), room, -16);
  expect((first * room.px) / 61).toBeCloseTo((39 * room.px) / 61 - 48);
});

test("no side becomes smaller than the least, however far the pointer goes", () => {
  const room = { px: 400, leastPx: 80 };
  expect(moveBorder([3, 1], room, 999)).toEqual([3.2, expect.closeTo(0.8)]);
  expect(moveBorder([3, 1], room, -999)).toEqual([0.8, 3.2]);
  expect(moveBorder([3, 1], { px: 140, leastPx: 80 }, 20)).toEqual([3, 1]);
});

test("a side that its share would make too small moves from the least", () => {
  expect(moveBorder([1, 9], { px: 400, leastPx: 80 }, 20)).toEqual([2.5, 7.5]);
});
