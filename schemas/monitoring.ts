import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import { SaidFacts } from "./said.ts";
import { TaskOutput } from "./tasks.ts";
import { Id, Instant, Json, reasonText, textUpTo } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";

/** The gravest last: `critical` is what loses money or stops the service, `info` asks nothing of anybody. */
export const SEVERITIES = ["info", "warning", "error", "critical"] as const;
export const Severity = v.picklist(SEVERITIES);
export type Severity = v.InferOutput<typeof Severity>;

/** Something wrong that was found: one document per cause, `occurrences` counts repeats. */
export const SystemIssues = entity("system_issues", {
  type: v.string(),
  checkId: v.string(),
  title: v.string(),
  description: v.string(),
  severity: Severity,
  status: v.optional(v.picklist(["active", "resolved"]), "active"),
  autoResolvable: v.optional(v.boolean(), false),
  remediationSteps: v.optional(v.array(v.string()), []),
  occurrences: v.optional(v.number(), 1),
  detectionTime: StoredDate,
  lastDetected: StoredDate,
  resolutionTime: optionalDate,
  resolution: optionalText,
  autoResolved: v.optional(v.boolean(), false),
  metadata: v.optional(Json, {}),
});

export const MaintenanceTasks = entity("maintenance_tasks", {
  issueId: optionalInteger,
  title: v.string(),
  description: v.string(),
  status: v.optional(v.picklist(["pending", "in_progress", "completed", "cancelled"]), "pending"),
  priority: v.picklist(["low", "medium", "high", "critical"]),
  createdAt: StoredDate,
  updatedAt: StoredDate,
  completedAt: optionalDate,
  assignedTo: optionalInteger,
  taskData: v.optional(Json, {}),
});

export const SystemMonitorLogs = entity("system_monitor_logs", {
  issueId: optionalInteger,
  taskId: optionalInteger,
  action: v.string(),
  description: v.string(),
  performedAt: StoredDate,
  successful: v.boolean(),
  errorMessage: optionalText,
  metadata: v.optional(Json, {}),
});

/** Rows of a page of issues, and of a timeline. */
export const ISSUES_PAGE = 50;
export const TIMELINE_PAGE = 100;
/** How long an issue can be silenced at once, and how long a window of maintenance can be. */
export const MOST_SNOOZE_DAYS = 30;
export const MOST_WINDOW_DAYS = 7;
/** Windows that are open or to come, at most. */
export const WINDOWS_OPEN = 20;

/** What to do, in the reader's language; with the exact command to type, or the place in the app, where it is one. */
const Step = v.strictObject({ text: v.string(), command: v.nullable(v.string()), path: v.nullable(v.string()) });
export type IssueStep = v.InferOutput<typeof Step>;

/** Who tells nobody of it until when, and why. */
const Snooze = v.strictObject({ until: Instant, by: v.number(), reason: v.string() });

/** One cause of something wrong, as operators see it: texts are in the reader's language, operators are users' numbers. */
export const MonitoredIssue = v.strictObject({
  id: v.number(),
  /** With `subject` and `version` what makes it this cause and no other. */
  checkId: v.string(),
  /** What of it: a job, an asset, a process; empty where a check looks at one thing. */
  subject: v.string(),
  version: v.number(),
  /** What it is about, such as `reconciliation`. */
  type: v.string(),
  severity: Severity,
  title: v.string(),
  means: v.string(),
  steps: v.array(Step),
  status: v.picklist(["active", "resolved"]),
  /** How often it was found, by itself and by what was merged into it. */
  occurrences: v.number(),
  since: Instant,
  lastAt: Instant,
  /** Null while it is open. */
  closedAt: v.nullable(Instant),
  /** What closed it; empty while it is open. */
  resolution: v.string(),
  isAutoResolved: v.boolean(),
  /** Whether it came back within a day of having passed. */
  isFlapping: v.boolean(),
  /** Whether the service tries to put it right by itself. */
  isRepairing: v.boolean(),
  acknowledged: v.nullable(v.strictObject({ at: Instant, by: v.number() })),
  assignedTo: v.nullable(v.number()),
  /** The issue because of which nobody can know whether this one still stands; nobody is told of it meanwhile. */
  unknownBecauseOf: v.nullable(v.number()),
  snooze: v.nullable(Snooze),
  /** The window of maintenance that keeps it quiet now. */
  windowId: v.nullable(v.number()),
  /** The issue that this one is a part of since an operator said so. */
  mergedInto: v.nullable(v.number()),
  /** How many are merged into it. */
  mergedCount: v.number(),
  openTasks: v.number(),
});
export type MonitoredIssue = v.InferOutput<typeof MonitoredIssue>;

export const SHOWN_ISSUES = ["open", "resolved", "all"] as const;
/**
 * Which of them; those that are merged are found with the one they are merged into. `find` takes a number, or a part of a check's
 * name or subject; `after` is the number of an issue: what follows was opened before it.
 */
export const MonitoredIssuesQuery = v.strictObject({
  find: LIST_FILTERS.find,
  show: v.optional(v.picklist(SHOWN_ISSUES), "open"),
  severity: v.optional(Severity),
  after: v.optional(RowPlace),
});
export type MonitoredIssuesQuery = v.InferOutput<typeof MonitoredIssuesQuery>;
/** {@link ISSUES_PAGE} at most, the latest opened first, of those that the reader's roles may know of. */
export const MonitoredIssuesOutput = v.strictObject({ issues: v.array(MonitoredIssue), next: NextRow });
export type MonitoredIssuesOutput = v.InferOutput<typeof MonitoredIssuesOutput>;

/** What is written down of an issue, a task or a check: screens have the words for each. */
export const MONITOR_ACTIONS = [
  "opened",
  "reopened",
  "repeated",
  "passed",
  "closed",
  "acknowledged",
  "assigned",
  "snoozed",
  "woken",
  "merged",
  "unmerged",
  "unknown",
  "known",
  "checked",
  "repaired",
  "told",
  "delivered",
  "task-opened",
  "task-changed",
  "window-added",
  "window-ended",
] as const;
export const MonitorAction = v.picklist(MONITOR_ACTIONS);
export type MonitorAction = v.InferOutput<typeof MonitorAction>;

/** A line of a timeline. `text` is in the reader's language: a reason, what was found or what came of it; it may be empty. */
export const MonitorEntry = v.strictObject({
  id: v.number(),
  at: Instant,
  action: MonitorAction,
  text: v.string(),
  /** The operator who did it; null where the service did. */
  by: v.nullable(v.number()),
  issueId: v.nullable(v.number()),
  taskId: v.nullable(v.number()),
  isSuccessful: v.boolean(),
  /** What went wrong with it; empty for nothing. */
  problem: v.string(),
  facts: SaidFacts,
});
export type MonitorEntry = v.InferOutput<typeof MonitorEntry>;
/** Of an issue and of all that is merged into it, the latest first; `after` is the number of an entry. */
export const TimelineQuery = v.strictObject({ after: v.optional(RowPlace) });
export const TimelineOutput = v.strictObject({ entries: v.array(MonitorEntry), next: NextRow });
export type TimelineOutput = v.InferOutput<typeof TimelineOutput>;

/** One issue whole: what it was found with, what is merged into it, what is to be done about it. */
export const MonitoredIssueOutput = v.strictObject({
  issue: MonitoredIssue,
  /** Texts and numbers by their names, as they were found the last time. */
  facts: SaidFacts,
  merged: v.array(MonitoredIssue),
  tasks: v.array(TaskOutput),
});
export type MonitoredIssueOutput = v.InferOutput<typeof MonitoredIssueOutput>;

export const IssueParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed issue number"), v.transform(Number)),
});
const Why = { reason: reasonText(500) };
export const IssueActInput = v.strictObject(Why);
/** Null gives it back to nobody; whoever takes it on has it acknowledged as well. */
export const AssignIssueInput = v.strictObject({ assignedTo: v.nullable(Id), ...Why });
/** At most {@link MOST_SNOOZE_DAYS} from now; null wakes it. */
export const SnoozeIssueInput = v.strictObject({ until: v.nullable(Instant), ...Why });
export const MergeIssueInput = v.strictObject({ into: Id, ...Why });

/** How a check stands: `broken` is one that could not be made, `overdue` one that nobody made when it was due. */
export const CHECK_STATES = ["passing", "failing", "unknown", "broken", "overdue", "new"] as const;
const CheckName = v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), v.maxLength(60));

/** A check, and how it went the last time. */
export const CheckOutput = v.strictObject({
  id: v.string(),
  version: v.number(),
  type: v.string(),
  severity: Severity,
  title: v.string(),
  means: v.string(),
  steps: v.array(Step),
  intervalMs: v.number(),
  /** How often in a row it fails before an issue is opened, and passes before it is closed. */
  failures: v.number(),
  passes: v.number(),
  dependsOn: v.array(v.string()),
  isRepairing: v.boolean(),
  state: v.picklist(CHECK_STATES),
  unknownBecauseOf: v.nullable(v.number()),
  lastRunAt: v.nullable(Instant),
  lastDurationMs: v.nullable(v.number()),
  nextRunAt: v.nullable(Instant),
  /** Why it could not be made the last time; empty where it could. */
  problem: v.string(),
  /** What it finds wrong at this moment, subject by subject. */
  failing: v.array(v.strictObject({ subject: v.string(), means: v.string(), issueId: v.nullable(v.number()) })),
});
export type CheckOutput = v.InferOutput<typeof CheckOutput>;
/** Whether anybody makes checks at all: `isSilent` once nothing was for too long, in all processes together. */
const Runner = v.strictObject({ lastRunAt: v.nullable(Instant), isSilent: v.boolean() });
export const ChecksOutput = v.strictObject({ runner: Runner, checks: v.array(CheckOutput) });
export type ChecksOutput = v.InferOutput<typeof ChecksOutput>;
export const CheckParams = v.strictObject({ id: CheckName });

/** How many are open by severity, of those that the reader may know of; those that tell nobody (unknown, merged) are not counted. */
export const MonitoringOutput = v.strictObject({
  open: v.strictObject({ info: v.number(), warning: v.number(), error: v.number(), critical: v.number() }),
  runner: Runner,
});
export type MonitoringOutput = v.InferOutput<typeof MonitoringOutput>;

/** A time in which nobody is told of what these checks find, since somebody works on it; no names mean all checks. */
export const MaintenanceWindow = v.strictObject({
  id: v.number(),
  checkIds: v.array(v.string()),
  from: Instant,
  until: Instant,
  by: v.number(),
  reason: v.string(),
  /** When it was ended before its time. */
  endedAt: v.nullable(Instant),
});
export type MaintenanceWindow = v.InferOutput<typeof MaintenanceWindow>;
/** Those that are open or to come, and the latest that are over; the latest first. */
export const WindowsOutput = v.strictObject({ windows: v.array(MaintenanceWindow) });
export type WindowsOutput = v.InferOutput<typeof WindowsOutput>;
/** At most {@link MOST_WINDOW_DAYS} long, and begun within the next 30 days. */
export const WindowInput = v.strictObject({
  checkIds: v.pipe(v.array(CheckName), v.maxLength(50)),
  from: Instant,
  until: Instant,
  ...Why,
});

/** Where a webhook goes: https alone, and to no private address. */
const WebhookUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500),
  v.check((text) => URL.canParse(text) && new URL(text).protocol === "https:", says("web-address")),
);
export const WebhookInput = v.strictObject({
  url: WebhookUrl,
  /** What is told: this and all that is graver. */
  leastSeverity: Severity,
  /** Whether a new secret is made; there is one in any case where there was none. */
  isRenewed: v.optional(v.boolean(), false),
  ...Why,
});
export type WebhookInput = v.InferOutput<typeof WebhookInput>;

/** One message to the webhook: `waiting` is tried again at `nextAt`, `given-up` is not. */
export const WebhookDelivery = v.strictObject({
  id: v.string(),
  at: Instant,
  /** What happened: `issue.opened`, `issue.resolved` or `test`. */
  event: v.picklist(["issue.opened", "issue.resolved", "test"]),
  issueIds: v.array(v.number()),
  state: v.picklist(["waiting", "delivered", "given-up"]),
  attempts: v.number(),
  /** The status that was answered the last time; null where there was no answer. */
  status: v.nullable(v.number()),
  /** Why it failed the last time; empty for not at all. */
  problem: v.string(),
  nextAt: v.nullable(Instant),
});
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>;

export const WebhookOutput = v.strictObject({
  /** Null while there is none. */
  webhook: v.nullable(v.strictObject({ url: v.string(), leastSeverity: Severity, setBy: v.number(), setAt: Instant })),
  /** With which what is sent is signed; told once, when it was made, else null. */
  secret: v.nullable(textUpTo(80)),
  /** The latest twenty, the latest first. */
  deliveries: v.array(WebhookDelivery),
});
export type WebhookOutput = v.InferOutput<typeof WebhookOutput>;
