import * as v from "valibot";
import { AssetCode, Instant, reasonText, requiredText, textUpTo } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";
import { Amount } from "./values/money.ts";

/** Open at a time, at most. */
export const TASKS_OPEN = 100;
export const TASK_TITLE = 200;
export const TASK_TEXT = 2000;

/** The most urgent first. */
export const TASK_PRIORITIES = ["critical", "high", "medium", "low"] as const;
export const TaskPriority = v.picklist(TASK_PRIORITIES);
export type TaskPriority = v.InferOutput<typeof TaskPriority>;

export const TaskStatus = v.picklist(["pending", "in_progress", "completed", "cancelled"]);
export type TaskStatus = v.InferOutput<typeof TaskStatus>;

/** How a task stands: whoever changes it says what they saw. */
const Standing = v.strictObject({ status: TaskStatus, assignedTo: v.nullable(v.number()) });
export type TaskStanding = v.InferOutput<typeof Standing>;

/** What exactly is to be done: a command, a place in the app, or money to an account (`from` is the house's purpose, or empty for anybody's). */
export const TaskDoing = v.variant("kind", [
  v.strictObject({ kind: v.literal("command"), command: v.string() }),
  v.strictObject({ kind: v.literal("screen"), path: v.string() }),
  v.strictObject({
    kind: v.literal("transfer"),
    from: v.string(),
    to: v.string(),
    assetCode: AssetCode,
    /** Empty for XLM. */
    issuer: textUpTo(56),
    amount: Amount,
  }),
]);
export type TaskDoing = v.InferOutput<typeof TaskDoing>;

/** Something that operators have to do; of whatever is wrong with the service, or of their own. */
export const TaskOutput = v.strictObject({
  id: v.number(),
  /** The issue that it is about; null for none. */
  issueId: v.nullable(v.number()),
  title: v.string(),
  description: v.string(),
  priority: TaskPriority,
  ...Standing.entries,
  /** Null where the service asks for it by itself. */
  createdBy: v.nullable(v.number()),
  /** Until when; null for whenever. */
  dueAt: v.nullable(Instant),
  /** Null where the description says it all. */
  doing: v.nullable(TaskDoing),
  createdAt: Instant,
  updatedAt: Instant,
});
export type TaskOutput = v.InferOutput<typeof TaskOutput>;
/** What the check said that was made anew because its task was done: of which issue, and how that stands now. */
const Recheck = v.strictObject({ issueId: v.number(), stands: v.picklist(["closed", "open", "unknown"]) });
/** All that are open, the oldest first. `recheck` is there where a task was done that has a check behind it. */
export const TasksOutput = v.strictObject({ tasks: v.array(TaskOutput), recheck: v.exactOptional(Recheck) });
export type TasksOutput = v.InferOutput<typeof TasksOutput>;

export const NewTaskInput = v.strictObject({
  issueId: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  title: requiredText(TASK_TITLE, says("name-it")),
  description: v.pipe(v.string(), v.trim(), v.maxLength(TASK_TEXT, says("at-most", { most: TASK_TEXT }))),
  priority: TaskPriority,
  dueAt: v.optional(v.nullable(Instant), null),
  reason: reasonText(500),
});
export type NewTaskInput = v.InferOutput<typeof NewTaskInput>;

/** Who sets it to be in progress is at it themself; what is pending again is nobody's. */
export const SetTaskInput = v.strictObject({ status: TaskStatus, former: Standing, reason: reasonText(500) });
export type SetTaskInput = v.InferOutput<typeof SetTaskInput>;

export const TaskParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed task number"), v.transform(Number)),
});
