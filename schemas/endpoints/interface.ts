import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { InterfaceOutput, SetInterfaceInput } from "#schemas/interface.ts";
import type { Endpoint } from "./endpoint.ts";

/** What of everybody's screens operators set. */
export const INTERFACE_ENDPOINTS = {
  interfaceSettings: {
    method: "GET",
    path: "/api/admin/interface",
    access: "admin",
    permission: "interface.read",
    output: InterfaceOutput,
  },
  setInterface: {
    method: "PUT",
    path: "/api/admin/interface",
    access: "operator",
    permission: "interface.set",
    input: SetInterfaceInput,
    output: v.union([InterfaceOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
