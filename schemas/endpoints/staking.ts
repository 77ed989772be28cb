import {
  ClaimRewardsInput,
  StakeActOutput,
  StakeCheckOutput,
  StakeInput,
  StakeWish,
  UnstakeCheckOutput,
  UnstakeInput,
  UnstakeWish,
} from "#schemas/staking-calls.ts";
import { SubmissionOutput } from "#schemas/wallet.ts";
import type { Endpoint } from "./endpoint.ts";

/** Stakes, from the review to the last reward; offers and stakes themselves are replicated. */
export const STAKING_ENDPOINTS = {
  checkStake: {
    method: "POST",
    path: "/api/staking/check",
    access: "user",
    input: StakeWish,
    output: StakeCheckOutput,
  },
  stake: {
    method: "POST",
    path: "/api/staking",
    access: "user",
    input: StakeInput,
    output: SubmissionOutput,
    status: 202,
  },
  checkUnstake: {
    method: "POST",
    path: "/api/staking/withdraw/check",
    access: "user",
    input: UnstakeWish,
    output: UnstakeCheckOutput,
  },
  unstake: {
    method: "POST",
    path: "/api/staking/withdraw",
    access: "user",
    input: UnstakeInput,
    output: StakeActOutput,
    status: 202,
  },
  claimRewards: {
    method: "POST",
    path: "/api/staking/claim",
    access: "user",
    input: ClaimRewardsInput,
    output: StakeActOutput,
    status: 202,
  },
} as const satisfies Record<string, Endpoint>;
