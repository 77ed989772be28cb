import { expect, test } from "vitest";
import { areSheetsCovered, closeSheets, coverSheets, isSheetHeld, trackSheet } from "./open-sheets.ts";

test("what may be closed is closed, the last first; what may not be stays, and is told of", () => {
  const closed: string[] = [];
  const track = (name: string, mayClose: boolean) => trackSheet({ mayClose, close: () => void closed.push(name) });
  const gone = [track("list", true), track("form", true)];
  expect(isSheetHeld()).toBe(false);
  const confirmed = track("payment", false);
  expect(isSheetHeld()).toBe(true);
  closeSheets();
  expect(closed).toEqual(["form", "list"]);
  for (const leave of gone) leave();
  expect(isSheetHeld()).toBe(true);
  confirmed();
  expect(isSheetHeld()).toBe(false);
  closeSheets();
  expect(closed).toHaveLength(2);
});

test("sheets are covered until the last that opened over them is gone", () => {
  const leave = [coverSheets(), coverSheets()];
  expect(areSheetsCovered()).toBe(true);
  leave[0]?.();
  expect(areSheetsCovered()).toBe(true);
  leave[1]?.();
  expect(areSheetsCovered()).toBe(false);
});
