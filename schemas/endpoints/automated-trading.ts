import { AutomationUid, BackTestInput, BackTestOutput } from "#schemas/automated-trading.ts";
import {
  AutomationCheckOutput,
  AutomationGoOn,
  AutomationGoOnInput,
  AutomationInput,
  AutomationOutput,
  AutomationWish,
} from "#schemas/automation-calls.ts";
import type { Endpoint } from "./endpoint.ts";

/** Strategies, from the back-test to the stop; automations and their signals are replicated. */
export const AUTOMATED_TRADING_ENDPOINTS = {
  backTest: {
    method: "POST",
    path: "/api/automated-trading/back-test",
    access: "user",
    input: BackTestInput,
    output: BackTestOutput,
  },
  checkAutomation: {
    method: "POST",
    path: "/api/automated-trading/check",
    access: "user",
    input: AutomationWish,
    output: AutomationCheckOutput,
  },
  startAutomation: {
    method: "POST",
    path: "/api/automated-trading",
    access: "user",
    input: AutomationInput,
    output: AutomationOutput,
    status: 201,
  },
  checkGoOn: {
    method: "POST",
    path: "/api/automated-trading/go-on/check",
    access: "user",
    input: AutomationGoOn,
    output: AutomationCheckOutput,
  },
  goOn: {
    method: "POST",
    path: "/api/automated-trading/go-on",
    access: "user",
    input: AutomationGoOnInput,
    output: AutomationOutput,
  },
  pauseAutomation: {
    method: "POST",
    path: "/api/automated-trading/pause",
    access: "user",
    input: AutomationUid,
    output: AutomationOutput,
  },
  stopAutomation: {
    method: "POST",
    path: "/api/automated-trading/stop",
    access: "user",
    input: AutomationUid,
    output: AutomationOutput,
  },
} as const satisfies Record<string, Endpoint>;
