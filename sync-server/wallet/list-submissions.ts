import type { Filter } from "mongodb";
import { type AllSubmissionsOutput, type AllSubmissionsQuery, readExact } from "#schemas/all-submissions.ts";
import { SubmissionState } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { firstIdSince } from "#server/platform/submissions/first-since.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { describePayment } from "./describe-payment.ts";

const PAGE = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Numbers tell the order of acceptance but for moments. */
const OUT_OF_ORDER_MS = 60_000;

type Found = Filter<SubmissionDocument>;

/** A way to what is asked for, by an index in which it stands by its numbers. */
interface Way {
  readonly hint: string;
  readonly found: Found;
}

/** A page of all payments, the newest first. */
export async function listSubmissions(
  runtime: Pick<Runtime, "database">,
  query: AllSubmissionsQuery,
): Promise<AllSubmissionsOutput> {
  const submissions = submissionCollection(runtime.database);
  const narrowing = await narrowingOf(runtime, query);
  // One row more than a page, of each way, says whether there is another.
  const parts = await Promise.all(
    waysOf(query).map(({ hint, found }) =>
      submissions.find({ $and: [found, narrowing] }, { hint, sort: { id: -1 }, limit: PAGE + 1 }).toArray(),
    ),
  );
  // Who pays themselves is found in both ways.
  const byId = new Map(parts.flat().map((submission) => [submission.id, submission]));
  const rows = [...byId.values()].toSorted((one, other) => other.id - one.id);
  const shown = rows.slice(0, PAGE);
  return { submissions: shown.map(listed), next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null };
}

/** The index of what narrows the most: databases left to choose take one that fits more of the question and reads half of all there is. */
function waysOf({ exact: typed, userId, kind, state }: AllSubmissionsQuery): readonly Way[] {
  const exact = typed === undefined ? null : readExact(typed);
  if (exact?.by === "id") return [{ hint: "id_1", found: { id: exact.id } }];
  if (exact?.by === "hash")
    return ["attempt.hash", "attempt.innerHash", "formerHashes"].map((name) => ({
      hint: `${name}_1`,
      found: { [name]: exact.hash },
    }));
  const parties =
    exact === null ? [] : ["account", "steps.0.to"].map((name) => ({ name, is: { [name]: exact.address } }));
  // The house has more than anybody, and an address of its own has less of it.
  if (userId !== undefined && userId > 0)
    return [{ hint: "of_one", found: { userId, ...(exact !== null && { $or: parties.map(({ is }) => is) }) } }];
  if (exact !== null) return parties.map(({ name, is }) => ({ hint: `${name}_1_id_1`, found: is }));
  // Of all states together each is read in the order of numbers, and they are merged.
  if (kind !== undefined)
    return [{ hint: "kind_1_state_1_id_1", found: { kind, state: state ?? { $in: [...SubmissionState.options] } } }];
  if (state !== undefined) return [{ hint: "state_1_id_1", found: { state } }];
  return [userId === undefined ? { hint: "id_1", found: {} } : { hint: "of_one", found: { userId } }];
}

/** All that is asked for: rows found by one part of it have the rest, too. */
async function narrowingOf({ database }: Pick<Runtime, "database">, query: AllSubmissionsQuery): Promise<Found> {
  const { state, kind, userId, from, to, before } = query;
  const since = from === undefined ? null : new Date(from);
  // Both days are whole.
  const until = to === undefined ? null : new Date(Date.parse(to) + DAY_MS);
  const [first, end] = await Promise.all([
    since && firstIdSince(database, new Date(since.getTime() - OUT_OF_ORDER_MS)),
    until && firstIdSince(database, new Date(until.getTime() + OUT_OF_ORDER_MS)),
  ]);
  const below = Math.min(end ?? Infinity, before ?? Infinity);
  return {
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
    ...(userId !== undefined && { userId }),
    ...((since ?? until) && { createdAt: { ...(since && { $gte: since }), ...(until && { $lt: until }) } }),
    id: { $gte: first ?? 1, ...(Number.isFinite(below) && { $lt: below }) },
  };
}

function listed(submission: SubmissionDocument): AllSubmissionsOutput["submissions"][number] {
  const { ledger, updatedAt, evidence } = submission;
  return {
    ...describePayment(submission),
    ledger,
    updatedAt: updatedAt.toISOString(),
    evidence: evidence === undefined ? null : { operatorId: evidence.operatorId, text: evidence.text },
  };
}
