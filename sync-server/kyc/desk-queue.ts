import type { Filter } from "mongodb";
import {
  IDENTITY_SHOWS,
  type IdentitiesOutput,
  type IdentitiesQuery,
  type IdentityRow,
} from "#schemas/identity-desk.ts";
import type { ListFilters } from "#schemas/list-filters.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type ListSearch, pageOf, type Way } from "#server/platform/lists/list-search.ts";
import { type PeopleMeant, peopleMeant, findUsersById } from "#server/users/index.ts";
import { type Verification, verificationsOf } from "./verifications.ts";

const PAGE = 100;
/** Within which people are told to expect a decision. */
export const DUE_MS = 48 * 60 * 60 * 1000;

const INDEX = { oldest: "status_1_submittedDate_1_id_1", newest: "status_1_id_1" } as const;
const WAITING: Filter<Verification> = { status: "pending", asked: [] };

/** Undecided, and not with the person again. */
export function waitingIdentities(database: Database): Promise<Waiting> {
  return countWaiting(verificationsOf(database), WAITING, "submittedDate");
}

/** Where a person's check is found, and whether some of it is with them again; null where they sent nothing. */
export async function identityOf(
  { database }: Pick<Runtime, "database">,
  userId: number,
): Promise<{ readonly check: number; readonly isMoreAsked: boolean } | null> {
  const projection = { _id: 0, id: 1, status: 1, asked: 1 };
  const row = await verificationsOf(database).findOne({ userId }, { projection });
  return row && { check: row.id, isMoreAsked: row.status === "pending" && row.asked.length > 0 };
}

/** A page of checks: what waits in the order in which it was last sent, all others the newest first. */
export async function listIdentities(
  runtime: Runtime,
  { before, ...filters }: IdentitiesQuery,
): Promise<IdentitiesOutput> {
  const search = await searchIdentities(runtime, filters);
  const [{ rows, next }, total] = await Promise.all([
    pageOf(search, before, PAGE),
    search.collection.countDocuments(search.within),
  ]);
  return { identities: [...rows], next, total };
}

/** What a search among checks leads to, and how it is read. */
export async function searchIdentities(
  runtime: Runtime,
  { find, show, rows }: ListFilters,
): Promise<ListSearch<Verification, IdentityRow>> {
  const text = rows ? "" : find.trim().replace(/^#/, "");
  const people = await peopleMeant(runtime, text);
  const isFew = text !== "" && people.few !== null;
  const order = shownIdentities(show) === "waiting" ? "oldest" : "newest";
  return {
    collection: verificationsOf(runtime.database),
    within: withinOf(show),
    ways: [rows ? named(rows) : isFew ? ofPeople(people) : { hint: INDEX[order], found: {} }],
    order,
    ...(order === "oldest" && { since: "submittedDate" }),
    ...(text !== "" &&
      !isFew && {
        meant: async (found) => {
          const among = await people.among(found.map(({ userId }) => userId));
          return found.filter(({ userId }) => among.has(userId));
        },
      }),
    describe: (found) => describeRows(runtime, found),
  };
}

function named(rows: readonly number[]): Way<Verification> {
  return { hint: "id_1", found: { id: { $in: [...rows] } } };
}

function ofPeople({ few }: PeopleMeant): Way<Verification> {
  return { hint: "userId_1", found: { userId: { $in: [...(few ?? [])] } } };
}

function shownIdentities(show: string) {
  return IDENTITY_SHOWS.find((each) => each === show) ?? "waiting";
}

function withinOf(show: string): Filter<Verification> {
  switch (shownIdentities(show)) {
    case "waiting":
      return WAITING;
    case "asked":
      return { status: "pending", asked: { $ne: [] } };
    case "decided":
      return { status: { $in: ["approved", "rejected"] } };
  }
}

/** Checks as the queue has them: whose they are, and how many others sent the same document. */
export async function describeRows(runtime: Runtime, checks: readonly Verification[]): Promise<IdentityRow[]> {
  const marks = [...new Set(checks.map(({ documentMark }) => documentMark))];
  const [people, same] = await Promise.all([
    findUsersById(runtime, [...new Set(checks.map(({ userId }) => userId))]),
    verificationsOf(runtime.database)
      .find({ documentMark: { $in: marks } }, { projection: { _id: 0, documentMark: 1 } })
      .toArray(),
  ]);
  const names = new Map(people.map(({ id, username }) => [id, username]));
  const counts = Map.groupBy(same, ({ documentMark }) => documentMark);
  return checks.map((check) => ({
    id: check.id,
    userId: check.userId,
    username: names.get(check.userId) ?? "",
    documentType: check.documentType,
    country: check.country,
    status: check.status,
    isMoreAsked: check.asked.length > 0,
    submittedDate: check.submittedDate.toISOString(),
    dueDate: new Date(check.submittedDate.getTime() + DUE_MS).toISOString(),
    reviewDate: check.reviewDate?.toISOString() ?? null,
    reviewedBy: check.reviewedBy,
    attempts: check.attempts,
    duplicates: (counts.get(check.documentMark)?.length ?? 1) - 1,
  }));
}
