import type { ClientSession, Collection, Document } from "mongodb";
import type { RewrapOutput, RewrapProgress, RewrapState } from "#schemas/service-keys.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";

/** What was asked for, which never changes. */
interface RewrapTerms {
  /** See {@link RewrapOutput}. */
  readonly key: number | null;
  readonly askedBy: number | null;
  readonly approvedBy: number | null;
  readonly reason: string;
  readonly askedAt: Date;
}

/** One change of the vault's locks: who asked for it, and how far it is. At most one is open. */
export interface RewrapRun extends RewrapTerms, Document {
  readonly id: number;
  readonly state: RewrapState;
  readonly isOpen: boolean;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly done: number;
  readonly total: number;
  readonly unopened: { readonly count: number; readonly names: readonly string[] };
  readonly seal?: string;
}

/** How it stands. */
export type RewrapStanding = Partial<
  Pick<RewrapRun, "state" | "isOpen" | "startedAt" | "endedAt" | "done" | "total" | "unopened">
>;

export const REWRAP_RUNS = "vault_rewraps";
/** Who writes the database has nothing done that two operators did not ask for. */
const KIND: SealedKind<RewrapRun> = {
  collection: REWRAP_RUNS,
  contentOf: ({ id, key, askedBy, approvedBy, reason, askedAt }) => ({
    id,
    key,
    askedBy,
    approvedBy,
    reason,
    askedAt,
  }),
};
/** Of locks that do not open so many are named. */
const NAMES = 100;

function runsOf(database: Database): Collection<RewrapRun> {
  return database.collection<RewrapRun>(REWRAP_RUNS);
}

/** Keeps that a change of the locks was asked for, or what became of one that was carried out already. */
export async function insertRun(
  database: Database,
  session: ClientSession,
  terms: RewrapTerms,
  standing: RewrapStanding = {},
): Promise<RewrapRun> {
  const run: RewrapRun = {
    id: await database.nextIds(session, REWRAP_RUNS, 1),
    ...terms,
    state: "asked",
    isOpen: true,
    startedAt: null,
    endedAt: null,
    done: 0,
    total: 0,
    unopened: unopenedOf([]),
    ...standing,
  };
  await runsOf(database).insertOne({ ...run, seal: sealRow(database, KIND, run) }, { session });
  return run;
}

/** The change that is under way; null where none is, or where somebody wrote one past the server. */
export async function openRun(runtime: Runtime, session: ClientSession | null): Promise<RewrapRun | null> {
  const { database } = runtime;
  const run = await runsOf(database).findOne({ isOpen: true }, inSession(session));
  if (!run || isRowSealed(database, KIND, run)) return run;
  await tellForged(runtime, `change ${run.id} of the vault's locks`, { rewrap: run.id });
  // It stands in nobody's way.
  await runsOf(database).updateOne({ _id: run._id }, { $set: { isOpen: false } }, inSession(session));
  return null;
}

/** Says how an open change stands; answers with whether it was open still. */
export async function standRun(
  database: Database,
  session: ClientSession,
  { id }: Pick<RewrapRun, "id">,
  standing: RewrapStanding,
): Promise<boolean> {
  const { matchedCount } = await runsOf(database).updateOne({ id, isOpen: true }, { $set: standing }, { session });
  return matchedCount > 0;
}

/** The newest change, and when the last one ended. */
export async function readRuns(
  database: Database,
): Promise<{ readonly rewrap: RewrapOutput | null; readonly lastEndedAt: string | null }> {
  const [newest, ended] = await Promise.all([
    newestRun(database),
    runsOf(database).findOne({ state: "done" }, { sort: { id: -1 } }),
  ]);
  return {
    rewrap: newest && describe(newest),
    lastEndedAt: ended?.endedAt?.toISOString() ?? null,
  };
}

/** How far the newest change is; null where there never was one. */
export async function readRewrapProgress(database: Database): Promise<RewrapProgress | null> {
  const run = await newestRun(database);
  return run && { id: run.id, state: run.state, done: run.done, total: run.total };
}

async function newestRun(database: Database): Promise<RewrapRun | null> {
  const newest = await runsOf(database).findOne({}, { sort: { id: -1 } });
  return newest && isRowSealed(database, KIND, newest) ? newest : null;
}

/** What of them is kept. */
export function unopenedOf(names: readonly string[]): RewrapRun["unopened"] {
  return { count: names.length, names: names.slice(0, NAMES) };
}

/** One open at a time; found by its number. */
export async function rewrapRunIndexes(database: Database): Promise<void> {
  await runsOf(database).createIndexes([
    { key: { id: 1 }, unique: true },
    { key: { isOpen: 1 }, unique: true, partialFilterExpression: { isOpen: true }, name: "one_open" },
  ]);
}

function describe(run: RewrapRun): RewrapOutput {
  const { id, key, state, askedBy, approvedBy, reason, askedAt, startedAt, endedAt, done, total, unopened } = run;
  return {
    id,
    key,
    state,
    askedBy,
    approvedBy,
    reason,
    askedAt: askedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    done,
    total,
    unopened: { count: unopened.count, names: [...unopened.names] },
  };
}
