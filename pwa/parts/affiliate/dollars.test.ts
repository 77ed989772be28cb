import { expect, test } from "vitest";
import { dollars, dollarsOf } from "./dollars.ts";

test.each<[bigint, string]>([
  [0n, "$0.00"],
  [400_000_000n, "$40.00"],
  [52_852_800n, "$5.28528"],
  [1n, "$0.0000001"],
  [-12_000_000n, "-$1.20"],
])("%s is %s", (amount, text) => expect(dollars(amount)).toBe(text));

test("a text that is below nothing stays below it", () => expect(dollarsOf("-1.2000000")).toBe("-$1.20"));
