import type { ClientSession, Document } from "mongodb";
import type { MonitorAction } from "#schemas/monitoring.ts";
import type { SaidFacts } from "#schemas/said.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Something that was found, done or tried, as it is stored: written once, and gone after {@link LOG_DAYS}. */
export interface MonitorLog extends Document {
  readonly id: number;
  readonly issueId: number | null;
  readonly taskId: number | null;
  readonly action: MonitorAction;
  /** Code and facts, or words of an operator; empty where the action says it all. */
  readonly description: string;
  readonly performedAt: Date;
  readonly successful: boolean;
  readonly errorMessage: string | null;
  readonly metadata: { readonly by: number | null; readonly checkId?: string; readonly facts: SaidFacts };
}

/** What to write down of it. */
export interface MonitorNote {
  readonly action: MonitorAction;
  readonly issueId?: number;
  readonly taskId?: number;
  readonly checkId?: string;
  readonly description?: string;
  /** The operator who did it. */
  readonly by?: number;
  /** Why it failed; absent where it did not. */
  readonly problem?: string;
  readonly facts?: SaidFacts;
}

export const LOG_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
const PROBLEM_LENGTH = 500;
const LOGS = "system_monitor_logs";

export function logsOf(database: Database) {
  return database.collection<MonitorLog>(LOGS);
}

/** Writes it down in the transaction of what it tells of. */
export async function noteMonitored(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  note: MonitorNote,
): Promise<void> {
  const { action, issueId = null, taskId = null, checkId, description = "", by = null, problem, facts = {} } = note;
  const id = await database.nextIds(session, LOGS, 1);
  await logsOf(database).insertOne(
    {
      id,
      issueId,
      taskId,
      action,
      description,
      performedAt: clock.now(),
      successful: problem === undefined,
      errorMessage: problem === undefined ? null : problem.slice(0, PROBLEM_LENGTH),
      metadata: { by, ...(checkId !== undefined && { checkId }), facts },
    },
    { session },
  );
}

/** Takes away what is older than anybody looks back. */
export async function pruneLogs({ database, clock }: Pick<Runtime, "database" | "clock">): Promise<void> {
  const since = new Date(clock.now().getTime() - LOG_DAYS * DAY_MS);
  await logsOf(database).deleteMany({ performedAt: { $lt: since } });
}
