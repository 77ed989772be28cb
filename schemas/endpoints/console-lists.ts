import { ListCountOutput, ListExportQuery, ListFilters } from "#schemas/console-lists.ts";
import type { Permission } from "#schemas/operators.ts";
import { CsvOutput } from "#schemas/people.ts";
import type { Endpoint } from "./endpoint.ts";

/** All rows of a list that its filters mean, as comma-separated values. */
function exportOf<const Asked extends Permission>(list: string, permission: Asked) {
  return {
    method: "GET",
    path: `/api/admin/lists/${list}/export`,
    access: "operator",
    permission,
    query: ListExportQuery,
    output: CsvOutput,
    media: "text/csv",
  } as const satisfies Endpoint;
}

/** How many they are. */
function countOf<const Asked extends Permission>(list: string, permission: Asked) {
  return {
    method: "GET",
    path: `/api/admin/lists/${list}/count`,
    access: "admin",
    permission,
    query: ListFilters,
    output: ListCountOutput,
  } as const satisfies Endpoint;
}

/** What operators take along of the console's lists; of people, `people.ts` has it. */
export const CONSOLE_LISTS_ENDPOINTS = {
  exportDeposits: exportOf("deposits", "deposits.read"),
  countDeposits: countOf("deposits", "deposits.read"),
  exportProposals: exportOf("proposals", "proposals.read"),
  countProposals: countOf("proposals", "proposals.read"),
  exportPayments: exportOf("payments", "payments.read"),
  countPayments: countOf("payments", "payments.read"),
  exportSuspense: exportOf("suspense", "books.read"),
  countSuspense: countOf("suspense", "books.read"),
  exportReports: exportOf("reports", "support.read"),
  countReports: countOf("reports", "support.read"),
} as const satisfies Record<string, Endpoint>;
