import { expect, test } from "vitest";
import { hearOverCase, PLAIN, turned, zoomed } from "./look.ts";

const press = (key: string, rest: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  ...rest,
});

test("four turns lead back, and zooming stops at both ends", () => {
  let look = PLAIN;
  for (let turn = 0; turn < 4; turn += 1) look = turned(look, 1);
  expect(look).toEqual(PLAIN);
  expect(turned(PLAIN, -1).quarters).toBe(3);
  expect(zoomed(PLAIN, -1)).toEqual(PLAIN);
  for (let step = 0; step < 20; step += 1) look = zoomed(look, 1);
  expect(look.zoom).toBe(6);
  expect(zoomed(look, -1).zoom).toBe(4);
});

test("a letter after g leads to a tab and decides nothing; what is held with another key is the browser's", () => {
  expect(hearOverCase(press("a"), false)).toEqual({ kind: "approve" });
  expect(hearOverCase(press("a"), true)).toBeNull();
  expect(hearOverCase(press("r", { ctrlKey: true }), false)).toBeNull();
  expect(hearOverCase(press("2"), true)).toEqual({ kind: "choose", place: 1 });
});
