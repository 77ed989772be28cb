import type { Severity } from "#schemas/monitoring.ts";
import type { SaidFacts } from "#schemas/said.ts";
import type { TaskDoing, TaskPriority } from "#schemas/tasks.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { IssueCode } from "#server/platform/words/issue-sentences.ts";

/** What a check is given. */
export interface CheckContext {
  readonly runtime: Runtime;
  /** Ends once the check has taken too long, or the server stops: whatever it waits for is to be given up. */
  readonly signal: AbortSignal;
}

/** How one thing stands that a check looked at. */
export interface CheckResult {
  /**
   * Which of several: a job, an asset, a process. Empty where a check looks at one thing. It becomes a part of the issue's
   * fingerprint, so that it names the cause and never holds what changes from one look to the next; at most 200 characters.
   */
  readonly subject: string;
  /** The sentence that says what is wrong; null where all is well. */
  readonly problem: IssueCode | null;
  /** What fills the places of the check's title, of the problem and of its steps, and is shown beside them. No secrets, no people. */
  readonly facts: SaidFacts;
  /** Where it is not the check's own. */
  readonly severity?: Severity;
}

/** One thing to do about what a check finds: a sentence, and the very command or the path in the app where there is one. */
export interface CheckStep {
  readonly says: IssueCode;
  readonly command?: string;
  readonly path?: `/${string}`;
}

/** What a person has to do before this can pass. */
export interface CheckTask {
  /** Both are filled by the result's facts. */
  readonly title: IssueCode;
  readonly description: IssueCode;
  readonly priority: TaskPriority;
  /** How long there is for it, in ms from the opening of the issue. */
  readonly dueMs: number;
  readonly doing: TaskDoing | null;
}

/** How a check puts right by itself what it found. */
export interface CheckRepair {
  /** Tries it once, and throws where it could not; whether it helped the next look says. Within the check's time limit. */
  readonly run: (context: CheckContext, result: CheckResult) => Promise<void>;
  /** How often within an hour for one subject, in all processes together. */
  readonly mostPerHour: number;
}

/**
 * Something that is looked at again and again. Each is made by one process at a time, whichever holds the runner's lease (or
 * was asked by an operator): what it looks at is to be the same from all of them. Features hand theirs to the runner where the
 * server is put together.
 */
export interface Check {
  /** Kebab case, 60 characters at most. */
  readonly id: string;
  /** Raised when the check begins to mean something else: what its former version found is another issue. */
  readonly version: number;
  /** What it is about: decides which operators may know of it (`schemas/operators.ts`), such as `treasury` or `network`. */
  readonly type: string;
  readonly severity: Severity;
  readonly intervalMs: number;
  /** A run that takes longer counts as one that could not be made; below the interval. */
  readonly timeLimitMs: number;
  /** How often in a row a subject fails before its issue is opened, and passes before it is closed. */
  readonly failures: number;
  readonly passes: number;
  /**
   * Names (`checkId`) of what this one rests upon: checks, or issues that are opened by whoever meets their cause. While one
   * of them has an open issue this check is not made, and what it found before is unknown.
   */
  readonly dependsOn: readonly string[];
  /** Of its issues, filled by a result's facts. */
  readonly title: IssueCode;
  /** What the check itself is called, without places, where the title has any. */
  readonly name?: IssueCode;
  /** What the check looks at and why that matters; has no places. */
  readonly means: IssueCode;
  readonly steps: readonly CheckStep[];
  /**
   * Looks, and changes nothing. A subject that was failing and is not among the results has passed. Throws where it cannot
   * tell: that is told as an issue of its own, and changes nothing about what was found before.
   */
  readonly run: (context: CheckContext) => Promise<readonly CheckResult[]>;
  readonly repair?: CheckRepair;
  /** Null where this result needs nobody. */
  readonly task?: (result: CheckResult) => CheckTask | null;
}
