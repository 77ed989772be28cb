import {
  PoolChange,
  PoolChangeInput,
  PoolCheckOutput,
  PoolInput,
  PoolOutput,
  PoolSimulation,
  PoolStart,
  PoolStartInput,
  PoolWish,
} from "#schemas/market-making-calls.ts";
import { PoolTerms, PoolUid } from "#schemas/market-making.ts";
import type { Endpoint } from "./endpoint.ts";

/** Pools that make markets, from the check to the drain; pools, their wallets and their trades are replicated. */
export const MARKET_MAKING_ENDPOINTS = {
  simulatePool: {
    method: "POST",
    path: "/api/market-making/simulate",
    access: "user",
    input: PoolTerms,
    output: PoolSimulation,
  },
  checkPool: {
    method: "POST",
    path: "/api/market-making/check",
    access: "user",
    input: PoolWish,
    output: PoolCheckOutput,
  },
  openPool: {
    method: "POST",
    path: "/api/market-making",
    access: "user",
    input: PoolInput,
    output: PoolOutput,
    status: 202,
  },
  checkPoolStart: {
    method: "POST",
    path: "/api/market-making/start/check",
    access: "user",
    input: PoolStart,
    output: PoolCheckOutput,
  },
  startPool: {
    method: "POST",
    path: "/api/market-making/start",
    access: "user",
    input: PoolStartInput,
    output: PoolOutput,
  },
  checkPoolChange: {
    method: "POST",
    path: "/api/market-making/change/check",
    access: "user",
    input: PoolChange,
    output: PoolCheckOutput,
  },
  changePool: {
    method: "POST",
    path: "/api/market-making/change",
    access: "user",
    input: PoolChangeInput,
    output: PoolOutput,
  },
  stopPool: {
    method: "POST",
    path: "/api/market-making/stop",
    access: "user",
    input: PoolUid,
    output: PoolOutput,
  },
  drainPool: {
    method: "POST",
    path: "/api/market-making/drain",
    access: "user",
    input: PoolUid,
    output: PoolOutput,
  },
} as const satisfies Record<string, Endpoint>;
