import type { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const DIAGNOSTICS_DOCS = {
  networkStats: {
    summary: "The state of the Stellar network: its latest ledgers, fees, and the server's link to it",
    errors: ["network-unreachable"],
  },
  walletHealth: {
    summary: "What the ledger and the database say of one's own account, and what a device that is up to date holds",
    errors: ["rate-limited"],
  },
  sendReport: {
    summary: "Sends support a picture of a screen; the same idempotency key answers with the same report",
    errors: ["picture-refused", "rate-limited", "idempotency-key-reused"],
  },
  supportReports: {
    summary: "Pictures that people sent, newest first, without the pictures",
    errors: ["input-invalid"],
  },
  answerReport: {
    summary: "Answers whoever sent a report, in the app, by push and by mail; it waits no more",
    errors: ["report-unknown", "report-closed", "operator-own"],
  },
  closeReport: {
    summary: "Puts a report away without an answer",
    errors: ["report-unknown", "report-closed", "operator-own"],
  },
  supportPicture: {
    summary: "The picture of a report; that it was looked at is noted",
    errors: ["report-unknown", "operator-own"],
  },
} as const satisfies DocsOf<typeof DIAGNOSTICS_ENDPOINTS>;
