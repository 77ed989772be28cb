import { MessageOutput } from "#schemas/auth.ts";
import { WalletHealthOutput } from "#schemas/diagnostics.ts";
import { NetworkStatsOutput } from "#schemas/network-stats.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import {
  REPORT_BODY_BYTES,
  ReportAnswerInput,
  ReportInput,
  ReportOutput,
  ReportParams,
  ReportPictureOutput,
  ReportsOutput,
  ReportsQuery,
} from "#schemas/support.ts";
import type { Endpoint } from "./endpoint.ts";

/** Finding out what is wrong: with the network, with one's own wallet, and by a picture that support looks at. */
export const DIAGNOSTICS_ENDPOINTS = {
  networkStats: {
    method: "GET",
    path: "/api/network/stats",
    access: "user",
    keyScopes: ["read"],
    isPolled: true,
    output: NetworkStatsOutput,
  },
  walletHealth: {
    method: "GET",
    path: "/api/diagnostics/wallet",
    access: "user",
    output: WalletHealthOutput,
  },
  sendReport: {
    method: "POST",
    path: "/api/support/reports",
    access: "user",
    input: ReportInput,
    bodyBytes: REPORT_BODY_BYTES,
    output: ReportOutput,
    status: 201,
  },
  supportReports: {
    method: "GET",
    path: "/api/admin/support/reports",
    access: "admin",
    permission: "support.read",
    query: ReportsQuery,
    output: ReportsOutput,
  },
  supportPicture: {
    method: "POST",
    path: "/api/admin/support/reports/:id/picture",
    access: "operator",
    permission: "support.view-picture",
    params: ReportParams,
    input: OperatorReasonInput,
    output: ReportPictureOutput,
  },
  answerReport: {
    method: "POST",
    path: "/api/admin/support/reports/:id/answer",
    access: "operator",
    permission: "support.answer",
    params: ReportParams,
    input: ReportAnswerInput,
    output: MessageOutput,
  },
  closeReport: {
    method: "POST",
    path: "/api/admin/support/reports/:id/close",
    access: "operator",
    permission: "support.answer",
    params: ReportParams,
    input: OperatorReasonInput,
    output: MessageOutput,
  },
} as const satisfies Record<string, Endpoint>;
