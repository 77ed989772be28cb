import type { PeopleFilters, PersonRow } from "#schemas/people.ts";
import { type CsvColumn, csvOf } from "#server/platform/csv/csv.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { describePeople } from "./describe-people.ts";
import { eachPeople } from "./find-people.ts";

/** What each column is called, and what stands in it. */
const COLUMNS: readonly CsvColumn<PersonRow>[] = [
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

/** All people who are meant, read while they are sent. */
export function exportPeople(runtime: Runtime, filters: PeopleFilters): AsyncGenerator<string> {
  return csvOf(COLUMNS, describedPeople(runtime, filters));
}

async function* describedPeople(runtime: Runtime, filters: PeopleFilters): AsyncGenerator<readonly PersonRow[]> {
  for await (const people of eachPeople(runtime, filters)) yield await describePeople(runtime, people, null);
}

function yesOrNo(is: boolean): string {
  return is ? "yes" : "no";
}
