import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { StakingDeskOutput, StakingOfferInput, StakingOfferOutput, StakingOfferParams } from "#schemas/staking-desk.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators do about staking. */
export const STAKING_DESK_ENDPOINTS = {
  stakingDesk: {
    method: "GET",
    path: "/api/admin/staking",
    access: "admin",
    permission: "staking.read",
    output: StakingDeskOutput,
  },
  createStakingOffer: {
    method: "POST",
    path: "/api/admin/staking/offers",
    access: "operator",
    permission: "staking.set",
    input: StakingOfferInput,
    output: v.union([StakingOfferOutput, AwaitsApproval]),
    status: 201,
  },
  changeStakingOffer: {
    method: "PUT",
    path: "/api/admin/staking/offers/:id",
    access: "operator",
    permission: "staking.set",
    params: StakingOfferParams,
    input: StakingOfferInput,
    output: v.union([StakingOfferOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
