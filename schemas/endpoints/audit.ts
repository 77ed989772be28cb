import {
  AuditExportQuery,
  AuditLinesQuery,
  AuditOutput,
  AuditQuery,
  AuditRowOutput,
  AuditRowParams,
} from "#schemas/audit.ts";
import { CsvOutput } from "#schemas/people.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators did and what became of keys, row by row, each hashed with the one before. */
export const AUDIT_ENDPOINTS = {
  auditLog: {
    method: "GET",
    path: "/api/admin/audit",
    access: "admin",
    permission: "actions.read",
    query: AuditQuery,
    output: AuditOutput,
  },
  auditRow: {
    method: "GET",
    path: "/api/admin/audit/rows/:number",
    access: "admin",
    permission: "actions.read",
    params: AuditRowParams,
    output: AuditRowOutput,
  },
  verifyAudit: {
    method: "GET",
    path: "/api/admin/audit/verification",
    access: "admin",
    permission: "actions.read",
    // One walk at a time: a program would keep people from theirs.
    keyScopes: [],
    output: CsvOutput,
    media: "application/x-ndjson",
  },
  exportAudit: {
    method: "GET",
    path: "/api/admin/audit/export",
    access: "operator",
    permission: "actions.read",
    query: AuditExportQuery,
    output: CsvOutput,
    media: "text/csv",
  },
  exportAuditLines: {
    method: "GET",
    path: "/api/admin/audit/lines",
    access: "operator",
    permission: "actions.read",
    query: AuditLinesQuery,
    output: CsvOutput,
    media: "application/x-ndjson",
  },
} as const satisfies Record<string, Endpoint>;
