import * as v from "valibot";
import { expect, test } from "vitest";
import { StakingOfferInput } from "#schemas/staking-desk.ts";
import { draftOf, offerOf } from "./offer-draft.ts";

const TYPED = { ...draftOf(null), name: "XLM for 30 days", rewardRate: "5.25" };

test("what is typed is an offer, and a flexible one has no fee for leaving early", () => {
  expect(v.safeParse(StakingOfferInput, offerOf(TYPED, "agreed")).success).toBe(true);
  const flexible = { ...TYPED, lockupPeriod: "0", earlyWithdrawalFee: "1" };
  expect(v.safeParse(StakingOfferInput, offerOf(flexible, "agreed")).success).toBe(false);
  expect(v.safeParse(StakingOfferInput, offerOf({ ...flexible, earlyWithdrawalFee: "0" }, "agreed")).success).toBe(
    true,
  );
});

test.each([
  { rewardRate: "0" },
  { rewardRate: "5.00001" },
  { rewardRate: "101" },
  { lockupPeriod: "1.5" },
  { issuer: "G" },
])("%j is refused", (wrong) => {
  expect(v.safeParse(StakingOfferInput, offerOf({ ...TYPED, ...wrong }, "agreed")).success).toBe(false);
});
