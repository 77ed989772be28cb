import { DepositInput, DepositOutput, DepositsOutput } from "#schemas/deposits.ts";
import type { Endpoint } from "./endpoint.ts";

/** Deposits by Cash App and other ways: as people declare them. */
export const DEPOSITS_ENDPOINTS = {
  deposits: {
    method: "GET",
    path: "/api/deposits",
    access: "user",
    output: DepositsOutput,
  },
  declareDeposit: {
    method: "POST",
    path: "/api/deposits",
    access: "user",
    input: DepositInput,
    output: DepositOutput,
    status: 201,
  },
} as const satisfies Record<string, Endpoint>;
