import { expect, test } from "vitest";
import { opensPalette, type Press } from "./shortcut.ts";

const PRESS: Press = {
  key: "k",
  code: "KeyK",
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  defaultPrevented: false,
};

test("each kind of device has its own key, and the other one stays what it is", () => {
  expect(opensPalette({ ...PRESS, ctrlKey: true }, false)).toBe(true);
  expect(opensPalette({ ...PRESS, metaKey: true }, false)).toBe(false);
  expect(opensPalette({ ...PRESS, metaKey: true }, true)).toBe(true);
  expect(opensPalette({ ...PRESS, ctrlKey: true }, true)).toBe(false);
  expect(opensPalette(PRESS, false)).toBe(false);
});

test("a capital and a layout without Latin letters open it, another letter on its key does not", () => {
  expect(opensPalette({ ...PRESS, key: "K", ctrlKey: true }, false)).toBe(true);
  expect(opensPalette({ ...PRESS, key: "л", ctrlKey: true }, false)).toBe(true);
  expect(opensPalette({ ...PRESS, key: "t", ctrlKey: true }, false)).toBe(false);
});

test("with more keys held, while composing, or where somebody answered to it, nothing opens", () => {
  const pressed = { ...PRESS, ctrlKey: true };
  for (const more of ["shiftKey", "altKey", "isComposing", "defaultPrevented", "metaKey"] as const)
    expect(opensPalette({ ...pressed, [more]: true }, false), more).toBe(false);
});
