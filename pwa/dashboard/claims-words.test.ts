import { expect, test } from "vitest";
import type { ClaimHolding } from "#pwa/parts/assets/whole.ts";
import { claimsWords } from "./claims-words.ts";

type Row = ClaimHolding["row"];

function claim(amount: string, assetCode: string, usd: bigint | null, xlm: bigint | null = null): ClaimHolding {
  const row: Partial<Row> = { amount, assetCode, issuer: assetCode === "XLM" ? "" : "GISSUER" };
  return { row: row as Row, usd, xlm };
}

test("what waits to be claimed is named with its amounts", () => {
  const usdc = claim("12.0000000", "USDC", 120_000_000n);
  const xlm = claim("3.0000000", "XLM", null, 30_000_000n);
  expect(claimsWords([])).toBeNull();
  expect(claimsWords([usdc])).toBe("12 USDC is set aside for you.");
  expect(claimsWords([usdc, xlm])).toBe("12 USDC and 3 XLM are set aside for you.");
  expect(claimsWords([usdc, xlm, usdc])).toBe("12 USDC, 3 XLM and one more are set aside for you.");
  expect(claimsWords([usdc, xlm, usdc, xlm])).toBe("12 USDC, 3 XLM and 2 more are set aside for you.");
});

test("what is worth nothing, or is not known to be worth anything, is no news on the home screen", () => {
  expect(claimsWords([claim("900000.0000000", "SCAM", null), claim("0.0010000", "USDC", 10_000n)])).toBeNull();
  expect(claimsWords([claim("0.0000001", "XLM", null, 1n)])).toBeNull();
});
