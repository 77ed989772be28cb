import { expect, test } from "vitest";
import { rewardsCsv } from "./reward-file.ts";
import type { Reward, Stake } from "./use-staking.ts";

const REWARD: Reward = {
  uid: "7-1",
  id: 1,
  userStakeId: 7,
  assetCode: "XLM",
  issuer: "",
  amount: "0.0013698",
  from: "2026-11-26T00:00:00.000Z",
  timestamp: "2026-11-27T00:00:00.000Z",
  status: "paid",
  hash: "ab",
};

test("rewards are lines of their stakes, and no name of an offer is a formula", () => {
  const named = (name: string) => [{ id: 7, name } as Stake];
  expect(rewardsCsv([REWARD], named("XLM, 30 days"))).toBe(
    'stake,offer,asset,issuer,from,until,amount,status,hash\r\n7,"XLM, 30 days",XLM,,2026-11-26T00:00:00.000Z,2026-11-27T00:00:00.000Z,0.0013698,paid,ab\r\n',
  );
  expect(rewardsCsv([REWARD], named("=1+1"))).toContain("7,'=1+1,");
  expect(rewardsCsv([], [])).toBe("stake,offer,asset,issuer,from,until,amount,status,hash\r\n");
});
