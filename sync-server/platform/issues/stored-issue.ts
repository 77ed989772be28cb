import type { Collection, Document } from "mongodb";
import type { Severity } from "#schemas/monitoring.ts";
import type { Database } from "#server/platform/db/database.ts";

/** What makes a cause this one and no other; `subject` and `version` where there is more than one. */
export interface Cause {
  readonly checkId: string;
  /** Which of several things the check looks at, such as a job or an asset; one without subjects has an empty one. */
  readonly subject?: string;
  /** Of the check that found it, 1 where nobody counts. */
  readonly version?: number;
}

/** An issue as it is stored: its texts are code and facts, or English of before there were codes. */
export interface StoredIssue extends Document {
  readonly id: number;
  readonly type: string;
  readonly checkId: string;
  readonly subject: string;
  readonly version: number;
  readonly fingerprint: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly status: "active" | "resolved";
  readonly autoResolvable: boolean;
  readonly remediationSteps: readonly string[];
  /** How often it was found. Merged ones count by themselves. */
  readonly occurrences: number;
  readonly detectionTime: Date;
  readonly lastDetected: Date;
  readonly resolutionTime: Date | null;
  readonly resolution: string | null;
  readonly autoResolved: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly isFlapping?: boolean;
  /** Names of checks and issues without which it cannot be known whether it stands. */
  readonly dependsOn?: readonly string[];
  /** The open issue because of which that is so now. */
  readonly becauseOf?: number | null;
  readonly acknowledged?: { readonly at: Date; readonly by: number } | null;
  readonly assignedTo?: number | null;
  readonly snooze?: { readonly until: Date; readonly by: number; readonly reason: string } | null;
  readonly mergedInto?: number | null;
  /** Whether operators are still to be told of it, and when they were the last time. */
  readonly isUntold?: boolean;
  readonly toldAt?: Date | null;
  /** Whether it was told and is over since, which nobody was told. */
  readonly isCloseUntold?: boolean;
  /** When a repetition was written down the last time. */
  readonly loggedAt?: Date;
}

export function issuesOf(database: Database): Collection<StoredIssue> {
  return database.collection<StoredIssue>("system_issues");
}

/** Never made of a message: the same cause told in other words is the same. */
export function fingerprintOf({ checkId, subject = "", version = 1 }: Cause): string {
  return `${checkId}:${subject}:${version}`;
}

/** The open issue of a cause, found by the index that lets there be one. */
export function activeOf(cause: Cause) {
  return { fingerprint: fingerprintOf(cause), status: "active" as const };
}
