import { randomUUID } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import type { SaidFacts } from "#schemas/said.ts";
import type { Check } from "#server/platform/checks/check.ts";
import type { Database } from "#server/platform/db/database.ts";

/** How one thing stands that a check looks at; of what is well nothing is kept. */
export interface SubjectState {
  readonly subject: string;
  /** In a row; one of them is 0. */
  readonly failures: number;
  readonly passes: number;
  /** What was found the last time: code and facts. */
  readonly problem: string;
  readonly facts: SaidFacts;
  /** Its open issue; null before it failed often enough. */
  readonly issueId: number | null;
  /** When it was tried to be put right, within the last hour. */
  readonly repairs: readonly Date[];
}

/** How a check went, as it is stored: whoever takes the runner over goes on from it. Times are the database's. */
export interface CheckState extends Document {
  readonly _id: string;
  readonly version: number;
  readonly dueAt: Date;
  readonly lastRunAt: Date | null;
  readonly lastDurationMs: number | null;
  /** Why it could not be made the last time, and how often in a row it could not. */
  readonly problem: string;
  readonly broken: number;
  /** The open issue because of which it is not made. */
  readonly becauseOf: number | null;
  readonly subjects: readonly SubjectState[];
  /** Who makes it now: nobody else does, until they are done or it is over. */
  readonly claim: { readonly token: string; readonly until: Date } | null;
}

/** A state as it is at this moment, by the database's time. */
export type SeenState = CheckState & {
  /** How long it is until the check is due, in ms; negative where it is late. */
  readonly dueInMs: number;
  /** Since it was made, in ms; null where it never was. */
  readonly madeAgoMs: number | null;
  /** Until the claim of whoever makes it is over, in ms; null where nobody does. */
  readonly claimedForMs: number | null;
};

/** A claim outlasts the check's own limit by so much: what is found has to be written as well. */
const CLAIM_BEYOND_MS = 15_000;
const SEEN = {
  dueInMs: { $subtract: ["$dueAt", "$$NOW"] },
  madeAgoMs: { $subtract: ["$$NOW", "$lastRunAt"] },
  claimedForMs: { $subtract: ["$claim.until", "$$NOW"] },
};

export function statesOf(database: Database) {
  return database.collection<CheckState>("check_states");
}

/** Every check has a state, and is due at once where it is new. */
export async function addStates(database: Database, checks: readonly Check[]): Promise<void> {
  const known = new Set(
    (
      await statesOf(database)
        .find({}, { projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => _id),
  );
  const fresh = checks.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return;
  await statesOf(database).bulkWrite(
    fresh.map(({ id: _id, version }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { ...UNMADE, version } }, upsert: true },
    })),
  );
}

const UNMADE = {
  dueAt: new Date(0),
  lastRunAt: null,
  lastDurationMs: null,
  problem: "",
  broken: 0,
  becauseOf: null,
  subjects: [],
  claim: null,
};

export async function readStates(database: Database): Promise<ReadonlyMap<string, SeenState>> {
  const found = await statesOf(database)
    .aggregate<SeenState>([{ $addFields: SEEN }])
    .toArray();
  return new Map(found.map((state) => [state._id, state]));
}

/** Takes a check for this process; answers with the claim's token, null while somebody else makes it. */
export async function claimCheck(database: Database, check: Check): Promise<string | null> {
  const { token, claimed } = await claimChecks(database, [check]);
  return claimed.length > 0 ? token : null;
}

/** Takes checks for this process under one token, for as long as the slowest may take; answers with those that nobody else makes. */
export async function claimChecks(
  database: Database,
  checks: readonly Check[],
): Promise<{ readonly token: string; readonly claimed: readonly Check[] }> {
  const token = randomUUID();
  const _id = { $in: checks.map(({ id }) => id) };
  const isFree = { $or: [{ $eq: ["$claim", null] }, { $lte: ["$claim.until", "$$NOW"] }] };
  const limitMs = Math.max(...checks.map(({ timeLimitMs }) => timeLimitMs));
  const until = { $add: ["$$NOW", limitMs + CLAIM_BEYOND_MS] };
  const taken = await statesOf(database).updateMany({ _id, $expr: isFree }, [{ $set: { claim: { token, until } } }]);
  if (taken.matchedCount === checks.length) return { token, claimed: checks };
  const tokens = await readClaims(database, checks);
  return { token, claimed: checks.filter(({ id }) => tokens.get(id) === token) };
}

/** Under which token each of these checks is claimed; nothing of those that nobody makes. */
export async function readClaims(database: Database, checks: readonly Check[]): Promise<ReadonlyMap<string, string>> {
  const _id = { $in: checks.map(({ id }) => id) };
  const found = await statesOf(database)
    .find({ _id }, { projection: { claim: 1 } })
    .toArray();
  return new Map(found.flatMap(({ _id: id, claim }) => (claim ? [[id, claim.token]] : [])));
}

/** What an operator closed begins anew: it has to fail as often as at first before it is opened again. */
export async function forgetSubject(
  database: Database,
  session: ClientSession,
  { checkId, subject }: { readonly checkId: string; readonly subject: string },
): Promise<void> {
  const state = await statesOf(database).findOne({ _id: checkId }, { session });
  if (!state) return;
  const subjects = state.subjects.filter((each) => each.subject !== subject);
  if (subjects.length < state.subjects.length)
    await statesOf(database).updateOne({ _id: checkId }, { $set: { subjects } }, { session });
}
