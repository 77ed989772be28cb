import { expect, test } from "vitest";
import { lengthIn } from "./indicator-choice.ts";

test("a length is read within its bounds, on whatever keyboard it was typed", () => {
  expect(lengthIn(" 20 ")).toBe(20);
  expect(lengthIn("\u0662\u0660")).toBe(20);
  expect(lengthIn("\u06F2\u06F0")).toBe(20);
  for (const typed of ["", "0", "2.5", "1000", "x"]) expect(lengthIn(typed), typed).toBeNull();
});
