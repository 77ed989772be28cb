import { expect, test } from "vitest";
import { explorerLink } from "./explorer.ts";

test("a link is made only of a web address and a hash", () => {
  expect(explorerLink("https://explorer.example/testnet/", "ab")).toBe("https://explorer.example/testnet/tx/ab");
  expect(explorerLink(null, "ab")).toBeNull();
  expect(explorerLink("https://explorer.example", "")).toBeNull();
  expect(explorerLink("javascript:alert(1)//", "ab")).toBeNull();
});
