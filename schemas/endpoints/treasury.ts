import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import {
  HouseBudgetInput,
  HouseBudgetsOutput,
  HouseMovementsOutput,
  HouseMovementsQuery,
  HouseTransferInput,
  HouseTransferOutput,
  TreasuryOutput,
} from "#schemas/treasury.ts";
import type { Endpoint } from "./endpoint.ts";

/** The house's own accounts: what they have, what moved on them, and money between them. */
export const TREASURY_ENDPOINTS = {
  treasury: {
    method: "GET",
    path: "/api/admin/treasury",
    access: "admin",
    permission: "treasury.read",
    output: TreasuryOutput,
  },
  houseMovements: {
    method: "GET",
    path: "/api/admin/treasury/movements",
    access: "admin",
    permission: "treasury.read",
    query: HouseMovementsQuery,
    output: HouseMovementsOutput,
  },
  moveHouseMoney: {
    method: "POST",
    path: "/api/admin/treasury/transfers",
    access: "operator",
    permission: "treasury.transfer",
    input: HouseTransferInput,
    output: v.union([HouseTransferOutput, AwaitsApproval]),
  },
  setHouseBudget: {
    method: "PUT",
    path: "/api/admin/treasury/budgets",
    access: "operator",
    permission: "treasury.set-budget",
    input: HouseBudgetInput,
    output: v.union([HouseBudgetsOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
