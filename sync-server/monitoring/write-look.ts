import { type ClientSession, MongoServerError } from "mongodb";
import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssueWithin, passIssue } from "#server/platform/issues/issues.ts";
import { openTaskFor } from "./open-task.ts";
import { type CheckState, readClaims, type SubjectState, statesOf } from "./check-state.ts";
import { brokenCause, brokenOf, findingOf } from "./finding-of.ts";
import { judge } from "./judge.ts";

/** What a look came to: what was seen, or why nothing could be. */
export type Look = { readonly results: readonly CheckResult[] } | { readonly problem: string };

export interface MadeLook {
  /** Of the claim under which it was made. */
  readonly token: string;
  readonly durationMs: number;
  /** Whether a person asked for it. */
  readonly isDecisive: boolean;
  readonly look: Look;
}

/** A subject that is to be put right now: the attempt is counted already. */
export interface DueRepair {
  readonly result: CheckResult;
  readonly issueId: number;
}

const DUPLICATE_KEY = 11_000;
const HOUR_MS = 60 * 60 * 1000;
/** Of a check that cannot be made at once nobody needs to hear: of the second time they do. */
export const BROKEN_AFTER = 2;
/** After an attempt to put something right it is looked at soon. */
const AFTER_REPAIR_MS = 5000;

/**
 * Writes a look down, with all that follows from it, in one transaction that only the claim's holder commits: each look counts
 * once, whoever dies when. Answers with what is to be put right; null where the claim was lost.
 */
export async function writeLook(runtime: Runtime, check: Check, made: MadeLook): Promise<readonly DueRepair[] | null> {
  const write = () => runtime.database.transaction((session) => writeWithin(runtime, session, check, made));
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    // Somebody else opened one of its issues at that moment; now there is one to count on.
    return write();
  }
}

/**
 * What nearly all looks come to: all is well, as it was. That is written without a transaction, for all of them with one command, since
 * nothing follows from it; it is the claim that fences it. Answers with those of which it was not so: they are for {@link writeLook}.
 */
export async function writeUneventful<T extends { readonly check: Check; readonly made: MadeLook }>(
  { database }: Runtime,
  looked: readonly T[],
): Promise<readonly T[]> {
  const well = looked.filter(({ made: { look } }) => "results" in look && look.results.every(isWell));
  if (well.length === 0) return looked;
  const { matchedCount } = await statesOf(database).bulkWrite(
    well.map(({ check: { id, version, intervalMs }, made: { token, durationMs: lastDurationMs } }) => {
      const filter = { _id: id, "claim.token": token, version, subjects: [], broken: 0 };
      const fields = { problem: "", lastDurationMs, becauseOf: null, claim: null };
      const now = { lastRunAt: "$$NOW", dueAt: { $add: ["$$NOW", intervalMs] } };
      return { updateOne: { filter, update: [{ $set: { ...literals(fields), ...now } }] } };
    }),
    { ordered: false },
  );
  if (matchedCount === looked.length) return [];
  const tokens = await readClaims(
    database,
    looked.map(({ check }) => check),
  );
  return looked.filter(({ check, made }) => tokens.get(check.id) === made.token);
}

function isWell({ problem }: CheckResult): boolean {
  return problem === null;
}

async function writeWithin(
  runtime: Runtime,
  session: ClientSession,
  check: Check,
  made: MadeLook,
): Promise<readonly DueRepair[] | null> {
  const { database } = runtime;
  const stored = await statesOf(database).findOne({ _id: check.id, "claim.token": made.token }, { session });
  if (!stored) return null;
  const state = await renewed(runtime, session, check, stored);
  const { look } = made;
  const seen =
    "results" in look
      ? await writeResults(runtime, session, { check, state, results: look.results, isDecisive: made.isDecisive })
      : {
          subjects: state.subjects,
          repairs: [],
          fields: await writeBroken(runtime, session, check, state, look.problem),
        };
  // Counted from its beginning: one that waits for an answer in vain is not made later for that.
  const restMs = Math.max(check.intervalMs - made.durationMs, check.intervalMs / 2);
  const dueInMs = seen.repairs.length > 0 ? Math.min(AFTER_REPAIR_MS, restMs) : restMs;
  const { subjects, fields } = seen;
  await statesOf(database).updateOne(
    { _id: check.id },
    [
      {
        $set: {
          // Of what was found anything may look like an expression.
          ...literals({ subjects, version: check.version, lastDurationMs: made.durationMs, ...fields }),
          lastRunAt: "$$NOW",
          dueAt: { $add: ["$$NOW", dueInMs] },
          becauseOf: null,
          claim: null,
        },
      },
    ],
    { session },
  );
  return seen.repairs;
}

function literals(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { $literal: value }]));
}

/** What a former version of the check found is over: this one finds it anew where it still means something. */
async function renewed(
  runtime: Runtime,
  session: ClientSession,
  { id: checkId, version }: Check,
  state: CheckState,
): Promise<CheckState> {
  if (state.version === version) return state;
  for (const { subject, issueId } of state.subjects)
    if (issueId !== null) {
      const former = { checkId, subject, version: state.version };
      await passIssue(runtime, former, "The check looks at something else now.", session);
    }
  return { ...state, subjects: [] };
}

async function writeBroken(
  runtime: Runtime,
  session: ClientSession,
  check: Check,
  { broken: before }: CheckState,
  problem: string,
) {
  const broken = before + 1;
  if (broken >= BROKEN_AFTER)
    await openIssueWithin(runtime, session, brokenOf(check, problem, broken === BROKEN_AFTER ? BROKEN_AFTER : 1));
  return { problem, broken };
}

interface Seen {
  readonly check: Check;
  readonly state: CheckState;
  readonly results: readonly CheckResult[];
  readonly isDecisive: boolean;
}

async function writeResults(runtime: Runtime, session: ClientSession, { check, state, results, isDecisive }: Seen) {
  const { found, passed, subjects } = judge(check, state.subjects, results, isDecisive);
  const issues = new Map<string, number>();
  for (const { result, times } of found) {
    const issueId = await openIssueWithin(runtime, session, findingOf(check, result, times));
    issues.set(result.subject, issueId);
    const isNew = state.subjects.find(({ subject }) => subject === result.subject)?.issueId !== issueId;
    const task = isNew ? (check.task?.(result) ?? null) : null;
    if (task) await openTaskFor(runtime, session, issueId, task, result.facts);
  }
  for (const subject of passed) {
    const cause = { checkId: check.id, subject, version: check.version };
    await passIssue(runtime, cause, "The check passes again.", session);
  }
  if (state.broken >= BROKEN_AFTER)
    await passIssue(runtime, brokenCause(check), "The check can be made again.", session);
  const opened = subjects.map((each) => ({ ...each, issueId: issues.get(each.subject) ?? each.issueId }));
  const planned = planRepairs(check, opened, found, runtime.clock.now());
  return { ...planned, fields: { problem: "", broken: 0 } };
}

/** Counts an attempt for all that may be put right by itself, as often as the check allows. */
function planRepairs(
  { repair }: Check,
  subjects: readonly SubjectState[],
  found: readonly { readonly result: CheckResult }[],
  now: Date,
): { readonly subjects: readonly SubjectState[]; readonly repairs: readonly DueRepair[] } {
  if (!repair) return { subjects, repairs: [] };
  const results = new Map(found.map(({ result }) => [result.subject, result]));
  const repairs: DueRepair[] = [];
  const counted = subjects.map((state) => {
    const recent = state.repairs.filter((at) => now.getTime() - at.getTime() < HOUR_MS);
    const result = results.get(state.subject);
    if (!result || state.issueId === null || recent.length >= repair.mostPerHour) return { ...state, repairs: recent };
    repairs.push({ result, issueId: state.issueId });
    return { ...state, repairs: [...recent, now] };
  });
  return { subjects: counted, repairs };
}
