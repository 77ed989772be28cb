import { OperatorNoticeChoices } from "#schemas/operator-notices.ts";
import type { Endpoint } from "./endpoint.ts";

/** What an operator wants to be told of, and where. */
export const OPERATOR_NOTICES_ENDPOINTS = {
  operatorNotices: {
    method: "GET",
    path: "/api/admin/notices",
    access: "admin",
    permission: "overview.read",
    // What is chosen for screens.
    keyScopes: [],
    output: OperatorNoticeChoices,
  },
  setOperatorNotices: {
    method: "PUT",
    path: "/api/admin/notices",
    access: "operator",
    permission: "notices.choose",
    input: OperatorNoticeChoices,
    output: OperatorNoticeChoices,
  },
} as const satisfies Record<string, Endpoint>;
