import { expect, test } from "vitest";
import { compareEmbedded } from "./embedded.ts";
import { report } from "./report.ts";

test("the embedded network answers as a real one did", { timeout: 120_000 }, async () => {
  const comparison = await compareEmbedded();
  expect(comparison.answers).toBeGreaterThan(700);
  expect(report(comparison, false)).toBe(
    `${comparison.answers} answers compared, 0 kinds of difference, 0 differences`,
  );
});
