import * as v from "valibot";
import { SUBMISSION_FILTERS } from "#schemas/all-submissions.ts";
import { API_KEY_FILTERS } from "#schemas/api-keys.ts";
import { EXPORT_TERMS, ListCountOutput } from "#schemas/console-lists.ts";
import { DECIDED_FILTERS, DEPOSIT_FILTERS } from "#schemas/deposits.ts";
import { LIST_FILTERS } from "#schemas/list-filters.ts";
import type { Permission } from "#schemas/operators.ts";
import { CsvOutput } from "#schemas/people.ts";
import type { Endpoint } from "./endpoint.ts";

/** All rows of a list that its filters mean, as comma-separated values. */
function exportOf<const Asked extends Permission, const Filters extends v.ObjectEntries>(
  list: string,
  permission: Asked,
  filters: Filters,
) {
  return {
    method: "GET",
    path: `/api/admin/lists/${list}/export`,
    access: "operator",
    permission,
    query: v.strictObject({ ...filters, ...EXPORT_TERMS }),
    output: CsvOutput,
    media: "text/csv",
  } as const satisfies Endpoint;
}

/** How many they are. */
function countOf<const Asked extends Permission, const Filters extends v.ObjectEntries>(
  list: string,
  permission: Asked,
  filters: Filters,
) {
  return {
    method: "GET",
    path: `/api/admin/lists/${list}/count`,
    access: "admin",
    permission,
    query: v.strictObject(filters),
    output: ListCountOutput,
  } as const satisfies Endpoint;
}

/** What operators take along of the console's lists; of people, `people.ts` has it. */
export const CONSOLE_LISTS_ENDPOINTS = {
  exportDeposits: exportOf("deposits", "deposits.read", DEPOSIT_FILTERS),
  countDeposits: countOf("deposits", "deposits.read", DEPOSIT_FILTERS),
  exportDecided: exportOf("decided-deposits", "deposits.read", DECIDED_FILTERS),
  countDecided: countOf("decided-deposits", "deposits.read", DECIDED_FILTERS),
  exportProposals: exportOf("proposals", "proposals.read", LIST_FILTERS),
  countProposals: countOf("proposals", "proposals.read", LIST_FILTERS),
  exportPayments: exportOf("payments", "payments.read", LIST_FILTERS),
  countPayments: countOf("payments", "payments.read", LIST_FILTERS),
  exportAllPayments: exportOf("all-payments", "payments.read", SUBMISSION_FILTERS),
  countAllPayments: countOf("all-payments", "payments.read", SUBMISSION_FILTERS),
  exportSuspense: exportOf("suspense", "books.read", LIST_FILTERS),
  countSuspense: countOf("suspense", "books.read", LIST_FILTERS),
  exportReports: exportOf("reports", "support.read", LIST_FILTERS),
  countReports: countOf("reports", "support.read", LIST_FILTERS),
  exportFees: exportOf("fees", "fees.read", LIST_FILTERS),
  countFees: countOf("fees", "fees.read", LIST_FILTERS),
  exportIdentities: exportOf("identities", "identities.read", LIST_FILTERS),
  countIdentities: countOf("identities", "identities.read", LIST_FILTERS),
  exportApiKeys: exportOf("api-keys", "api-keys.read", API_KEY_FILTERS),
  countApiKeys: countOf("api-keys", "api-keys.read", API_KEY_FILTERS),
} as const satisfies Record<string, Endpoint>;
