import { expect, test } from "vitest";
import { formatBytes } from "./storage-facts.ts";

test("sizes are said in words", () => {
  expect(formatBytes(12)).toBe("12 bytes");
  expect(formatBytes(1499)).toBe("1 KB");
  expect(formatBytes(3_440_000)).toBe("3.4 MB");
  expect(formatBytes(58_200_000_000)).toBe("58 GB");
});
