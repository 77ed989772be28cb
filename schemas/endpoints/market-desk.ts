import { OperatorReasonInput } from "#schemas/security.ts";
import { ListedPool, MarketDeskOutput, MarketPoolParams, StoppedPoolsOutput } from "#schemas/market-making-desk.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators do about people's pools: they see them, stop them and let them go, and trade with none. */
export const MARKET_DESK_ENDPOINTS = {
  marketDesk: {
    method: "GET",
    path: "/api/admin/market-making",
    access: "admin",
    permission: "market-making.read",
    output: MarketDeskOutput,
  },
  stopMarketPool: {
    method: "POST",
    path: "/api/admin/market-making/:id/stop",
    access: "operator",
    permission: "market-making.stop",
    params: MarketPoolParams,
    input: OperatorReasonInput,
    output: ListedPool,
  },
  releaseMarketPool: {
    method: "POST",
    path: "/api/admin/market-making/:id/release",
    access: "operator",
    permission: "market-making.stop",
    params: MarketPoolParams,
    input: OperatorReasonInput,
    output: ListedPool,
  },
  stopAllMarketPools: {
    method: "POST",
    path: "/api/admin/market-making/stop-all",
    access: "operator",
    permission: "market-making.stop",
    input: OperatorReasonInput,
    output: StoppedPoolsOutput,
  },
} as const satisfies Record<string, Endpoint>;
