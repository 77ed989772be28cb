import * as v from "valibot";
import { expect, test } from "vitest";
import { AffiliateTermsInput } from "#schemas/affiliate-desk.ts";
import { draftOf, previewOf, termsOf } from "./terms-draft.ts";

const TYPED = draftOf(null);

function isRead(typed: Partial<typeof TYPED>): boolean {
  return v.safeParse(AffiliateTermsInput, termsOf({ ...TYPED, ...typed }, "agreed")).success;
}

test("what is typed are terms", () => {
  expect(isRead({})).toBe(true);
  expect(isRead({ levels: "20 5 2.5" })).toBe(true);
  expect(isRead({ rewardType: "flat", levels: "10 2" })).toBe(true);
});

test.each([
  { levels: "" },
  { levels: "0" },
  { levels: "30 20.0001" },
  { levels: "1 1 1 1 1 1" },
  { rewardType: "flat" as const, levels: "0.00000001" },
  { holdDays: "-1" },
  { assetCode: "USDC" },
])("%j is refused", (wrong) => expect(isRead(wrong)).toBe(false));

test("the preview says what 100 dollars of fees give, and what a flat reward asks for", () => {
  expect(previewOf({ ...TYPED, levels: "20 5" })).toEqual({ levels: [200_000_000n, 50_000_000n], cover: null });
  const flat = { ...TYPED, rewardType: "flat" as const, levels: "10 2" };
  expect(previewOf(flat)).toEqual({ levels: [100_000_000n, 20_000_000n], cover: 240_000_000n });
  expect(previewOf({ ...TYPED, levels: "much" })).toBeNull();
});
