import { createHash } from "node:crypto";
import { type ClientSession, type Collection, type Document, MongoServerError } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Language } from "#schemas/values/languages.ts";
import type { DeviceFacts, ReportInput, ReportOutput } from "#schemas/support.ts";
import type * as v from "valibot";
import type { Database } from "#server/platform/db/database.ts";
import type { Waiting } from "#server/platform/db/waiting.ts";
import { waitingIssues } from "#server/platform/issues/issues.ts";
import { type Cause, fingerprintOf as fingerprintOfCause } from "#server/platform/issues/stored-issue.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteOperatorAction, refuseOwn } from "#server/approvals/index.ts";
import { deletePictures, findPicture, forgetPictures, insertPicture } from "./pictures.ts";
import { readPicture } from "./read-picture.ts";

/** What a person sent, without the picture. Its number is that of the system issue that it opened. */
export interface Report extends Document {
  readonly id: number;
  /** {@link NOBODY} where whoever wrote has no account. */
  readonly userId: number;
  readonly idempotencyKey: string;
  /** Digest of all that was sent; absent in reports from before it was kept. */
  readonly fingerprint?: string;
  readonly note: string;
  readonly facts: v.InferOutput<typeof DeviceFacts>;
  readonly bytes: number;
  readonly reportedAt: Date;
  readonly keptUntil: Date;
  /** Where the answer is mailed, and in which language; absent where it is told in the app. */
  readonly email?: string;
  readonly language?: Language;
  readonly mailedAt?: Date;
  /** Absent while it is open. */
  readonly state?: "answered" | "closed";
  readonly answer?: { readonly text: string; readonly by: number; readonly at: Date };
}

/** Whoever has no account. */
export const NOBODY = 0;
const REPORTS = "support_reports";
const ISSUES = "system_issues";
const CHECK = "support-report";
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
/** Pictures kept in all: a gigabyte at most. */
const MOST_REPORTS = 1000;
const DUPLICATE_KEY = 11_000;

/** One report for each confirmation; pictures vanish after ninety days. */
export const reportIndexes: Migration = {
  number: 16,
  name: "pictures that people sent to support",
  run: async (database) => {
    const reports = reportsOf(database);
    await reports.createIndex({ id: 1 }, { unique: true });
    await reports.createIndex({ userId: 1, idempotencyKey: 1 }, { unique: true });
    await reports.createIndex({ keptUntil: 1 }, { expireAfterSeconds: 0 });
  },
};

export function reportsOf(database: Database): Collection<Report> {
  return database.collection<Report>(REPORTS);
}

/** Of the issue that a report opened. */
export function causeOf(id: number): Cause {
  return { checkId: CHECK, subject: String(id) };
}

export function stateOf({ state }: Pick<Report, "state">): "open" | "answered" | "closed" {
  return state ?? "open";
}

/** The report that this user sent with this key; null where there is none. Throws `idempotency-key-reused` for another. */
export async function findReport(
  { database }: Runtime,
  userId: number,
  input: ReportInput,
): Promise<ReportOutput | null> {
  const { idempotencyKey, note } = input;
  const known = await reportsOf(database).findOne({ userId, idempotencyKey }, { projection: { picture: 0 } });
  if (!known) return null;
  const isSame = known.fingerprint === undefined ? known.note === note : known.fingerprint === fingerprintOf(input);
  if (!isSame) throw new AppError("idempotency-key-reused");
  return outputOf(known);
}

/** Keeps the picture and opens a system issue for it, once for each key. Throws `picture-refused`. */
export async function addReport(runtime: Runtime, userId: number, input: ReportInput): Promise<ReportOutput> {
  const picture = readPicture(input.picture);
  const { idempotencyKey, note, facts } = input;
  try {
    const fingerprint = fingerprintOf(input);
    return outputOf(await keepReport(runtime, { userId, idempotencyKey, fingerprint, note, facts, picture }));
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    // Of two taps at once, one has sent it; the other finds it now.
    const sent = await findReport(runtime, userId, input);
    if (!sent) throw error;
    return sent;
  }
}

/** What is kept of a report, whoever sent it. */
type NewReport = Pick<Report, "userId" | "idempotencyKey" | "fingerprint" | "note" | "facts" | "email" | "language"> & {
  readonly picture: Buffer | null;
};

/** Keeps it, and opens a system issue for it. */
export async function keepReport({ database, clock }: Runtime, { picture, ...fields }: NewReport) {
  const reportedAt = clock.now();
  const keptUntil = new Date(reportedAt.getTime() + KEPT_MS);
  const report = await database.transaction(async (session) => {
    const id = await openIssue(database, session, { ...fields, reportedAt });
    const kept = { id, ...fields, bytes: picture?.length ?? 0, reportedAt, keptUntil };
    await reportsOf(database).insertOne({ ...kept }, { session });
    if (picture) await insertPicture(database, session, kept, picture);
    return kept;
  });
  await makeRoom(database);
  return report;
}

async function openIssue(
  database: Database,
  session: ClientSession,
  { userId, note, facts, reportedAt }: Pick<Report, "userId" | "note" | "facts" | "reportedAt">,
): Promise<number> {
  const id = await database.nextIds(session, ISSUES, 1);
  const issue = {
    id,
    type: "support",
    ...causeOf(id),
    version: 1,
    fingerprint: fingerprintOfCause(causeOf(id)),
    title:
      userId === NOBODY ? "Somebody without an account asks something" : `Somebody asks for help with ${facts.screen}`,
    description: note,
    severity: "info",
    status: "active",
    autoResolvable: false,
    remediationSteps: ["Look at this report in Support.", "Answer the person, and resolve this issue."],
    occurrences: 1,
    detectionTime: reportedAt,
    lastDetected: reportedAt,
    resolutionTime: null,
    resolution: null,
    autoResolved: false,
    metadata: { userId, facts, reportId: id },
  };
  await database.collection(ISSUES).insertOne(issue, { session });
  return id;
}

/** Reports whose issue is open. */
export function waitingReports(database: Database): Promise<Waiting> {
  return waitingIssues(database, CHECK);
}

/** Pictures go where there are too many; their issues stay. */
async function makeRoom(database: Database): Promise<void> {
  const reports = reportsOf(database);
  if ((await reports.countDocuments()) <= MOST_REPORTS) return;
  const all = await reports.find({}, { projection: { _id: 0, id: 1, userId: 1 } }).toArray();
  const surplus = surplusOf(all, MOST_REPORTS);
  await reports.deleteMany({ id: { $in: surplus } });
  await deletePictures(database, surplus);
}

/**
 * The numbers of the reports that have to go for `most` to stay: each time the oldest of whoever has the most, so that nobody
 * pushes out what others sent.
 */
export function surplusOf(reports: readonly Pick<Report, "id" | "userId">[], most: number): number[] {
  const waiting = Map.groupBy(
    reports.toSorted((one, other) => one.id - other.id),
    ({ userId }) => userId,
  );
  const gone: number[] = [];
  while (reports.length - gone.length > most) {
    const [fullest] = [...waiting.values()].toSorted(
      (one, other) => other.length - one.length || (one[0]?.id ?? 0) - (other[0]?.id ?? 0),
    );
    const oldest = fullest?.shift();
    if (!oldest) break;
    gone.push(oldest.id);
  }
  return gone;
}

/** Forgets what a user sent, and what the issues about it say of them. */
export async function forgetReports(database: Database, session: ClientSession, userId: number): Promise<void> {
  await reportsOf(database).deleteMany({ userId }, { session });
  await forgetPictures(database, session, userId);
  const nothing = { $set: { description: "Erased" }, $unset: { "metadata.facts": "" } } as const;
  await database.collection(ISSUES).updateMany({ type: "support", "metadata.userId": userId }, nothing, { session });
}

/** The picture of a report, in base64; that this operator looked at it is noted first. Throws `report-unknown`, `operator-own`. */
export async function showPicture(
  runtime: Runtime,
  id: number,
  { operatorId, reason }: { readonly operatorId: number; readonly reason: string },
): Promise<string> {
  const { database } = runtime;
  const report = await reportsOf(database).findOne({ id });
  const picture = report && (await findPicture(database, id));
  if (!picture) throw new AppError("report-unknown");
  const { userId } = report;
  refuseOwn(operatorId, userId);
  // To look changes nothing.
  const change = { before: { report: id }, after: { report: id } };
  const noted = { operatorId, action: "view-picture", userId, reason, details: `report ${id}`, change } as const;
  await database.transaction((session) => noteOperatorAction(runtime, session, noted));
  return picture.toString("base64");
}

function outputOf({ id, reportedAt }: Pick<Report, "id" | "reportedAt">): ReportOutput {
  return { id, reportedAt: reportedAt.toISOString() };
}

function fingerprintOf({ note, facts, picture }: ReportInput): string {
  return createHash("sha256")
    .update(JSON.stringify([note, facts, picture]))
    .digest("hex");
}
