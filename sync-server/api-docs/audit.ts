import type { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const AUDIT_DOCS = {
  auditLog: {
    summary: "The audit log: what operators did, and what became of keys, newest first",
    errors: [],
  },
  auditRow: {
    summary: "One row of the audit log",
    errors: ["audit-row-unknown"],
  },
  verifyAudit: {
    summary:
      "Walks the whole audit log and compares it with its anchors on the ledger: a line of JSON for each step, the last one with what was found",
    errors: [],
  },
  exportAudit: {
    summary: "All rows of the audit log that the filters mean, as comma-separated values, sent while they are read",
    errors: ["input-invalid"],
  },
  exportAuditLines: {
    summary:
      "The whole audit log to be verified elsewhere, a line of JSON for each row: `hash` is the SHA-256 of the text `covers`, which begins with the row's number and has the hash of the row before as its ninth part",
    errors: ["input-invalid"],
  },
} as const satisfies DocsOf<typeof AUDIT_ENDPOINTS>;
