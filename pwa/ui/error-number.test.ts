import { expect, test } from "vitest";
import { errorNumberIn } from "./error-number.ts";

test("the number of an error is found in a sentence of any language, whatever stands around it", () => {
  for (const sentence of [
    "If it keeps happening, tell support this code: 0a1b2c3d4e5f.",
    "0a1b2c3d4e5f",
    "أخبر الدعم بهذا الرمز: \u20680a1b2c3d4e5f\u2069.",
  ])
    expect(errorNumberIn(sentence)).toBe("0a1b2c3d4e5f");
});

test("nothing else is one", () => {
  for (const sentence of [
    "",
    "Please try again.",
    "You have 123456789012 of it.",
    "GA0a1b2c3d4e5f is no address",
    "0a1b2c3d4e5f0a1b2c3d4e5f",
    "0A1B2C3D4E5F",
  ])
    expect(errorNumberIn(sentence)).toBeNull();
});
