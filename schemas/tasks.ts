import * as v from "valibot";
import { Instant, reasonText, requiredText } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";

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

/** Something that operators have to do; of whatever is wrong with the service, or of their own. */
const TaskOutput = v.strictObject({
  id: v.number(),
  /** The issue that it is about; null for none. */
  issueId: v.nullable(v.number()),
  title: v.string(),
  description: v.string(),
  priority: TaskPriority,
  ...Standing.entries,
  createdBy: v.nullable(v.number()),
  createdAt: Instant,
  updatedAt: Instant,
});
export type TaskOutput = v.InferOutput<typeof TaskOutput>;
/** All that are open, the oldest first. */
export const TasksOutput = v.strictObject({ tasks: v.array(TaskOutput) });
export type TasksOutput = v.InferOutput<typeof TasksOutput>;

export const NewTaskInput = v.strictObject({
  issueId: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  title: requiredText(TASK_TITLE, says("name-it")),
  description: v.pipe(v.string(), v.trim(), v.maxLength(TASK_TEXT, says("at-most", { most: TASK_TEXT }))),
  priority: TaskPriority,
  reason: reasonText(500),
});
export type NewTaskInput = v.InferOutput<typeof NewTaskInput>;

/** Who sets it to be in progress is at it themself; what is pending again is nobody's. */
export const SetTaskInput = v.strictObject({ status: TaskStatus, former: Standing, reason: reasonText(500) });
export type SetTaskInput = v.InferOutput<typeof SetTaskInput>;

export const TaskParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed task number"), v.transform(Number)),
});
