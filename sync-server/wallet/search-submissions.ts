import type { Filter } from "mongodb";
import {
  type AllSubmissionsQuery,
  type ListedSubmission,
  readExact,
  SUBMISSION_KINDS,
} from "#schemas/all-submissions.ts";
import { shownPayments } from "#schemas/console-lists.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { SubmissionState, type SubmissionsOutput, type SubmissionsQuery } from "#schemas/wallet.ts";
import type * as v from "valibot";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { beginningWith, type ListSearch, type Way } from "#server/platform/lists/list-search.ts";
import { firstIdAround, OUT_OF_ORDER_MS } from "#server/platform/db/first-since.ts";
import { type SubmissionDocument, SUBMISSIONS, submissionCollection } from "#server/platform/submissions/submission.ts";
import { type PeopleMeant, peopleMeant } from "#server/users/index.ts";
import { describePayment } from "./describe-payment.ts";

/** A payment that waits, as operators see it. */
export type WaitingPayment = v.InferOutput<typeof SubmissionsOutput>["submissions"][number];
type Search<Row> = ListSearch<SubmissionDocument, Row>;
/** What is asked of the server. */
type Store = Pick<Runtime, "database" | "clock" | "log">;
type Found = Filter<SubmissionDocument>;
type SubmissionWay = Way<SubmissionDocument>;

const DAY_MS = 24 * 60 * 60 * 1000;
const HASHES = ["attempt.hash", "attempt.innerHash", "formerHashes"] as const;
const PARTIES = ["account", "steps.0.to"] as const;
/** Of a hash or an address that is typed in part. */
const LEAST_OF_HASH = /^[0-9a-f]{6,63}$/i;
const LEAST_OF_ADDRESS = /^[GM][A-Z2-7]{4,}$/i;
/** Addresses that begin alike, at most. */
const MOST_ALIKE = 20;

/** Payments that wait for an operator, the oldest first: what is no number, hash or address is looked for in each of them. */
export async function searchWaiting(
  runtime: Store,
  { find, show, rows }: Omit<SubmissionsQuery, "after">,
): Promise<Search<WaitingPayment>> {
  const text = find.trim();
  const people = await peopleMeant(runtime, text);
  const shown = shownPayments(show);
  const isLookedThrough = rows === undefined && text !== "" && readExact(text) === null;
  const waiting: SubmissionDocument["state"][] = shown === "waiting" ? ["held", "ambiguous"] : [shown];
  const ways = rows ? [named(rows)] : [{ hint: "state_1_id_1", found: {} }];
  return {
    collection: submissionCollection(runtime.database),
    within: { state: { $in: waiting } },
    ways: text === "" || isLookedThrough || rows ? ways : await waysTo(runtime, text, people),
    order: "oldest",
    ...(isLookedThrough && { meant: (found) => having(found, text, people) }),
    describe: (found) => found.map(describePayment),
  };
}

/** Payments in whatever state, the newest first. A text is the beginning of a hash, of an address, or of whose they are. */
export async function searchAll(
  runtime: Store,
  query: Omit<AllSubmissionsQuery, "before">,
): Promise<Search<ListedSubmission>> {
  const { rows, exact } = query;
  const text = query.find.trim();
  const [people, within] = await Promise.all([peopleMeant(runtime, text), narrowingOf(runtime, query)]);
  const list = {
    collection: submissionCollection(runtime.database),
    within: { $and: [within, whose(exact)] },
    order: "newest" as const,
    describe: (found: readonly SubmissionDocument[]) => found.map(listed),
  };
  if (rows) return { ...list, ways: [named(rows)] };
  if (text === "") return { ...list, ways: waysIn(query) };
  if (people.few !== null) return { ...list, ways: await waysTo(runtime, text, people) };
  return { ...list, ways: waysIn(query), meant: (found) => having(found, text, people) };
}

function named(rows: readonly number[]): SubmissionWay {
  return { hint: "id_1", found: { id: { $in: [...rows] } } };
}

function fieldsOf(typed: string | undefined): readonly (readonly [field: string, found: Found])[] {
  const exact = typed === undefined ? null : readExact(typed);
  if (exact === null) return [];
  if (exact.by === "id") return [["id", { id: exact.id }]];
  if (exact.by === "hash") return HASHES.map((field) => [field, { [field]: exact.hash }]);
  return PARTIES.map((field) => [field, { [field]: exact.address }]);
}

/** What is found by one part of a question has the rest of it, too. */
function whose(exact: string | undefined): Found {
  const fields = fieldsOf(exact);
  return fields.length === 0 ? {} : { $or: fields.map(([, found]) => found) };
}

/** An index in which what has exactly this stands by its numbers, or is little. */
function exactly(typed: string): readonly SubmissionWay[] {
  const isAddress = readExact(typed)?.by === "address";
  return fieldsOf(typed).map(([field, found]) => ({ hint: `${field}_1${isAddress ? "_id_1" : ""}`, found }));
}

/** The index of what narrows the most: databases left to choose take one that fits more of the question and reads half of all there is. */
function waysIn({ exact, userId, kind, state }: Omit<AllSubmissionsQuery, "before">): readonly SubmissionWay[] {
  // The house has more than anybody, and an address of its own has less of it.
  const isPersons = userId !== undefined && userId > 0;
  if (exact !== undefined && !(isPersons && readExact(exact)?.by === "address")) return exactly(exact);
  if (isPersons) return [{ hint: "of_one", found: { userId } }];
  // Of all states together, or all kinds, each is read in the order of numbers, and they are merged.
  const ofStates = state ?? { $in: [...SubmissionState.options] };
  if (userId !== undefined) {
    const isNarrowed = kind !== undefined || state !== undefined;
    if (!isNarrowed) return [{ hint: "of_one", found: { userId } }];
    return [{ hint: "of_house", found: { userId, kind: kind ?? { $in: [...SUBMISSION_KINDS] }, state: ofStates } }];
  }
  if (kind !== undefined) return [{ hint: "kind_1_state_1_id_1", found: { kind, state: ofStates } }];
  return [state === undefined ? { hint: "id_1", found: {} } : { hint: "state_1_id_1", found: { state } }];
}

/** By what a text can be the whole or the beginning of. */
async function waysTo(runtime: Store, text: string, { few }: PeopleMeant): Promise<readonly SubmissionWay[]> {
  const hashes = LEAST_OF_HASH.test(text) ? beginningWith(text.toLowerCase()) : null;
  const addresses = readExact(text) === null && LEAST_OF_ADDRESS.test(text) ? await alike(runtime, text) : [];
  return [
    ...exactly(text),
    ...(hashes === null ? [] : HASHES.map((field) => ({ hint: `${field}_1`, found: { [field]: hashes } }))),
    ...addresses.flatMap(exactly),
    ...(few === null || few.size === 0 ? [] : [{ hint: "of_one", found: { userId: { $in: [...few] } } }]),
  ];
}

/** Addresses that paid or were paid and begin like this: one is read of each, however many payments it has. */
async function alike({ database }: Store, text: string): Promise<readonly string[]> {
  const { $gte, $lt } = beginningWith(text.toUpperCase());
  const found = new Set<string>();
  for (const field of PARTIES) {
    for (let from = $gte, isFirst = true; found.size < MOST_ALIKE; isFirst = false) {
      const range = { [field]: isFirst ? { $gte: from, $lt } : { $gt: from, $lt } };
      const [next] = await submissionCollection(database)
        .find(range, { hint: `${field}_1_id_1`, sort: { [field]: 1, id: 1 }, limit: 1 })
        .toArray();
      const step = next?.steps[0];
      const address = field === "account" ? next?.account : step && "to" in step ? step.to : undefined;
      if (typeof address !== "string") break;
      found.add(address);
      from = address;
    }
  }
  return [...found];
}

/** All that is asked for besides the text. */
async function narrowingOf({ database }: Store, query: Omit<AllSubmissionsQuery, "before">): Promise<Found> {
  const { state, kind, userId, from, to } = query;
  const since = from === undefined ? null : new Date(from);
  // Both days are whole.
  const until = to === undefined ? null : new Date(Date.parse(to) + DAY_MS);
  const around = (at: number) => firstIdAround(database, SUBMISSIONS, new Date(at));
  const [first, end] = await Promise.all([
    since && around(since.getTime() - OUT_OF_ORDER_MS),
    until && around(until.getTime() + OUT_OF_ORDER_MS),
  ]);
  return {
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
    ...(userId !== undefined && { userId }),
    ...((since ?? until) && { createdAt: { ...(since && { $gte: since }), ...(until && { $lt: until }) } }),
    id: { $gte: first?.earliest ?? 1, ...(end !== null && { $lt: end.latest }) },
  };
}

/** Those that have each of the words, or that are somebody's whom the text means. */
async function having(
  submissions: readonly SubmissionDocument[],
  text: string,
  people: PeopleMeant,
): Promise<readonly SubmissionDocument[]> {
  const owners = await people.among(submissions.map(({ userId }) => userId));
  return submissions.filter((submission) => {
    const { id, userId, account, to, hash, innerHash, reason } = describePayment(submission);
    return owners.has(userId) || hasWords([id, userId, account, to, hash, innerHash, reason], text);
  });
}

function listed(submission: SubmissionDocument): ListedSubmission {
  const { ledger, updatedAt, evidence } = submission;
  return {
    ...describePayment(submission),
    ledger,
    updatedAt: updatedAt.toISOString(),
    evidence: evidence === undefined ? null : { operatorId: evidence.operatorId, text: evidence.text },
  };
}
