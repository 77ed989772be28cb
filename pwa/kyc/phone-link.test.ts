import { expect, test } from "vitest";
import { leftOf, tokenIn } from "./phone-link.ts";

test("the secret is what stands behind the sign, and nothing that cannot be one", () => {
  expect(tokenIn("#abcDEF_123-456")).toBe("abcDEF_123-456");
  for (const fragment of ["", "#", "#short", "#has spaces in it", "#<script>alert(1)", `#${"a".repeat(65)}`])
    expect(tokenIn(fragment)).toBeNull();
});

test("what was sent is asked for no more, in the order of the form", () => {
  expect(leftOf({ slots: ["front", "back", "selfie"], sent: ["back"] })).toEqual(["front", "selfie"]);
});
