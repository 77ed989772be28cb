import { expect, test } from "vitest";
import { oppositeOf, readTheme } from "./read-theme.ts";

test("the theme is dark where the stored value is missing or invalid", () => {
  expect(readTheme(null)).toBe("dark");
  expect(readTheme("sepia")).toBe("dark");
  expect(readTheme("light")).toBe("light");
});

test("each theme leads to the other", () => {
  expect(oppositeOf("dark")).toBe("light");
  expect(oppositeOf("light")).toBe("dark");
});
