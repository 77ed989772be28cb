import { expect, test } from "vitest";
import { middleOf } from "./shrink-picture.ts";

test("the middle of a picture is its largest square", () => {
  expect(middleOf(400, 300)).toEqual({ x: 50, y: 0, side: 300 });
  expect(middleOf(301, 400)).toEqual({ x: 0, y: 49, side: 301 });
  expect(middleOf(192, 192)).toEqual({ x: 0, y: 0, side: 192 });
});
