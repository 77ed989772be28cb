import type { PeopleFilters, PersonRow } from "#schemas/people.ts";
import { csvLine } from "#server/platform/http/csv.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { describePeople } from "./describe-people.ts";
import { eachPeople } from "./find-people.ts";

/** What each column is called, and what stands in it. */
const COLUMNS: readonly (readonly [name: string, cell: (row: PersonRow) => string])[] = [
  ["id", ({ id }) => String(id)],
  ["username", ({ username }) => username],
  ["user_id", ({ uniqueUserId }) => uniqueUserId],
  ["email", ({ email }) => email],
  ["email_unproven", ({ isEmailUnproven }) => yesOrNo(isEmailUnproven)],
  ["address", ({ address }) => address ?? ""],
  ["signed_up_at", ({ signedUpAt }) => signedUpAt],
  ["frozen", ({ isFrozen }) => yesOrNo(isFrozen)],
  ["second_factor", ({ hasSecondFactor }) => yesOrNo(hasSecondFactor)],
  ["open_deposits", ({ openDeposits }) => String(openDeposits)],
  ["operator", ({ isOperator }) => yesOrNo(isOperator)],
  ["closed", ({ isClosed }) => yesOrNo(isClosed)],
];

/** All people who are meant, as comma-separated values (RFC 4180), read while they are sent. No cell is a formula. */
export async function* exportPeople(runtime: Runtime, filters: PeopleFilters): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([name]) => name));
  for await (const people of eachPeople(runtime, filters)) {
    const rows = await describePeople(runtime, people, null);
    if (rows.length > 0) yield rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join("");
  }
}

function yesOrNo(is: boolean): string {
  return is ? "yes" : "no";
}
