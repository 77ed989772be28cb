import { WalletHealthOutput } from "#schemas/diagnostics.ts";
import { NetworkStatsOutput } from "#schemas/network-stats.ts";
import {
  REPORT_BODY_BYTES,
  ReportInput,
  ReportOutput,
  ReportParams,
  ReportPictureOutput,
  ReportsOutput,
} from "#schemas/support.ts";
import type { Endpoint } from "./endpoint.ts";

/** Finding out what is wrong: with the network, with one's own wallet, and by a picture that support looks at. */
export const DIAGNOSTICS_ENDPOINTS = {
  networkStats: {
    method: "GET",
    path: "/api/network/stats",
    access: "user",
    isPolled: true,
    summary: "The state of the Stellar network: its latest ledgers, fees, and the server's link to it",
    output: NetworkStatsOutput,
    errors: ["network-unreachable"],
  },
  walletHealth: {
    method: "GET",
    path: "/api/diagnostics/wallet",
    access: "user",
    summary: "What the ledger and the database say of one's own account, and what a device that is up to date holds",
    output: WalletHealthOutput,
    errors: ["rate-limited"],
  },
  sendReport: {
    method: "POST",
    path: "/api/support/reports",
    access: "user",
    summary: "Sends support a picture of a screen; the same idempotency key answers with the same report",
    input: ReportInput,
    bodyBytes: REPORT_BODY_BYTES,
    output: ReportOutput,
    status: 201,
    errors: ["picture-refused", "rate-limited", "idempotency-key-reused"],
  },
  supportReports: {
    method: "GET",
    path: "/api/admin/support/reports",
    access: "admin",
    summary: "Pictures that people sent, newest first, without the pictures",
    output: ReportsOutput,
    errors: [],
  },
  supportPicture: {
    method: "POST",
    path: "/api/admin/support/reports/:id/picture",
    access: "operator",
    summary: "The picture of a report; that it was looked at is noted",
    params: ReportParams,
    output: ReportPictureOutput,
    errors: ["report-unknown", "operator-own"],
  },
} as const satisfies Record<string, Endpoint>;
