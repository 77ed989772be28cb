import type { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const CONSOLE_LISTS_DOCS = {
  exportDeposits: {
    summary: "All deposits that wait and that the filters mean, as comma-separated values, sent while they are read",
    errors: ["input-invalid", "list-moved"],
  },
  countDeposits: { summary: "How many deposits that wait the filters mean", errors: ["input-invalid"] },
  exportDecided: {
    summary:
      "All deposits that were decided and that the filters mean, as comma-separated values, sent while they are read",
    errors: ["input-invalid", "list-moved"],
  },
  countDecided: { summary: "How many deposits that were decided the filters mean", errors: ["input-invalid"] },
  exportProposals: {
    summary: "All proposals that the filters mean, as comma-separated values, sent while they are read",
    errors: ["input-invalid", "list-moved"],
  },
  countProposals: { summary: "How many proposals the filters mean", errors: ["input-invalid"] },
  exportPayments: {
    summary: "All payments that wait and that the filters mean, as comma-separated values, sent while they are read",
    errors: ["input-invalid", "list-moved"],
  },
  countPayments: { summary: "How many payments that wait the filters mean", errors: ["input-invalid"] },
  exportAllPayments: {
    summary:
      "All payments, in whatever state, that the filters mean, as comma-separated values, sent while they are read",
    errors: ["input-invalid", "list-moved"],
  },
  countAllPayments: { summary: "How many payments, in whatever state, the filters mean", errors: ["input-invalid"] },
  exportSuspense: {
    summary: "All items of suspense that the filters mean, as comma-separated values, sent while they are read",
    errors: ["input-invalid", "list-moved"],
  },
  countSuspense: { summary: "How many items of suspense the filters mean", errors: ["input-invalid"] },
  exportReports: {
    summary: "All reports that the filters mean, without their pictures, as comma-separated values",
    errors: ["input-invalid", "list-moved"],
  },
  countReports: { summary: "How many reports the filters mean", errors: ["input-invalid"] },
  exportFees: {
    summary: "All rules of fees that the filters mean, as comma-separated values",
    errors: ["input-invalid", "list-moved"],
  },
  countFees: { summary: "How many rules of fees the filters mean", errors: ["input-invalid"] },
  exportIdentities: {
    summary:
      "All identity checks that the filters mean, without what people sent, as comma-separated values, sent while they are read",
    errors: ["input-invalid", "list-moved"],
  },
  countIdentities: { summary: "How many identity checks the filters mean", errors: ["input-invalid"] },
  exportApiKeys: {
    summary: "All API keys that the filters mean, without their secrets, as comma-separated values",
    errors: ["input-invalid", "list-moved"],
  },
  countApiKeys: { summary: "How many API keys the filters mean", errors: ["input-invalid"] },
} as const satisfies DocsOf<typeof CONSOLE_LISTS_ENDPOINTS>;
