import { expect, test } from "vitest";
import { identitySearch, ownPath } from "./identity-place.ts";

test("a path of this app is gone back to, with its query", () => {
  expect(ownPath("/send?to=abc")).toBe("/send?to=abc");
  expect(ownPath("/trade/XLM/USDC#book")).toBe("/trade/XLM/USDC#book");
  expect(identitySearch("/swap")).toEqual({ from: "/swap" });
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/a\\b",
  "/\tevil",
  "javascript:alert(1)",
  "evil",
  "/..//evil.example",
  "/kyc?from=/kyc",
  "/api/logout",
  "",
  null,
  7,
])("%j is no path of this app to go back to", (text) => {
  expect(ownPath(text)).toBeNull();
});
