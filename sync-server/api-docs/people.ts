import type { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const PEOPLE_DOCS = {
  people: {
    summary:
      "People by name, user ID, e-mail address, number, address, kept address or transaction, filtered, a page at a time",
    errors: ["input-invalid"],
  },
  exportPeople: {
    summary: "All people whom the filters mean, as comma-separated values, sent while they are read",
    errors: ["input-invalid"],
  },
  peopleNames: {
    summary: "What people are called, by their numbers, fifty at most",
    errors: ["input-invalid"],
  },
  person: {
    summary: "Who somebody is and what protects their account; the look is noted",
    errors: ["user-unknown"],
  },
  personWallet: {
    summary: "Somebody's wallet as the ledger has it beside what is recorded of it",
    errors: ["user-unknown", "rate-limited"],
  },
  personMovements: {
    summary: "What moved on somebody's account, the last that was recorded first",
    errors: ["user-unknown"],
  },
  personSubmissions: {
    summary: "What somebody confirmed to be sent, newest first, with what became of it",
    errors: ["user-unknown"],
  },
  personDeposits: {
    summary: "What somebody declared to have paid in, newest first",
    errors: ["user-unknown"],
  },
  personSessions: {
    summary: "Where somebody is signed in now",
    errors: ["user-unknown"],
  },
  personSignIns: {
    summary: "When and from where somebody signed in, newest first",
    errors: ["user-unknown"],
  },
  personEvents: {
    summary: "What somebody was told of their account's protections, newest first",
    errors: ["user-unknown"],
  },
  personNotes: {
    summary: "What operators wrote down of somebody, newest first",
    errors: ["user-unknown"],
  },
  addPersonNote: {
    summary: "Writes something down of somebody for other operators; it stays",
    errors: ["user-unknown", "operator-own"],
  },
} as const satisfies DocsOf<typeof PEOPLE_ENDPOINTS>;
