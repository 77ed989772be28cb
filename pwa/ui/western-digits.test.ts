import { expect, test } from "vitest";
import { westernDigits } from "./western-digits.ts";

test("digits of Arabic and Persian keyboards are the same digits", () => {
  expect(westernDigits("\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669")).toBe("0123456789");
  expect(westernDigits("\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9")).toBe("0123456789");
  expect(westernDigits("aB-3 \u0663\u066B")).toBe("aB-3 3\u066B");
});
