import { type ClientSession, MongoServerError } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** What a check found wrong. */
export interface Finding {
  readonly type: string;
  /** One open issue per check. */
  readonly checkId: string;
  readonly title: string;
  readonly description: string;
  readonly severity: "info" | "warning" | "error" | "critical";
  readonly metadata: Readonly<Record<string, unknown>>;
}

const DUPLICATE_KEY = 11_000;

/** Opens an issue, or counts one more occurrence of the one that is open: a check never has two. */
export async function openIssue(runtime: Pick<Runtime, "database" | "clock">, finding: Finding): Promise<void> {
  try {
    await countOrInsert(runtime, finding);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    // Another process opened it between our look and our insertion; now there is one to count on.
    await countOrInsert(runtime, finding);
  }
}

async function countOrInsert(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  finding: Finding,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (session) => {
    const issues = database.collection("system_issues");
    const { checkId, description, metadata } = finding;
    const repeated = await issues.updateOne(
      { checkId, status: "active" },
      { $set: { description, metadata, lastDetected: now }, $inc: { occurrences: 1 } },
      { session },
    );
    if (repeated.matchedCount > 0) return;
    const id = await database.nextIds(session, "system_issues", 1);
    await issues.insertOne(
      {
        id,
        ...finding,
        status: "active",
        autoResolvable: true,
        remediationSteps: [],
        occurrences: 1,
        detectionTime: now,
        lastDetected: now,
        resolutionTime: null,
        resolution: null,
        autoResolved: false,
      },
      { session },
    );
  });
}

type IssueContext = Pick<Runtime, "database" | "clock">;

/** Closes the open issue of a check that passes again. */
export function resolveIssue(context: IssueContext, checkId: string): Promise<void> {
  return close(context, checkId, { resolution: "The check passes again.", autoResolved: true });
}

/** Closes the open issue of a check by operators' word, in the transaction that carries it out. */
export function closeIssue(
  context: IssueContext,
  checkId: string,
  resolution: string,
  session: ClientSession,
): Promise<void> {
  return close(context, checkId, { resolution, autoResolved: false }, session);
}

async function close(
  { database, clock }: IssueContext,
  checkId: string,
  fields: object,
  session?: ClientSession,
): Promise<void> {
  await database
    .collection("system_issues")
    .updateMany(
      { checkId, status: "active" },
      { $set: { ...fields, status: "resolved", resolutionTime: clock.now() } },
      session ? { session } : {},
    );
}
