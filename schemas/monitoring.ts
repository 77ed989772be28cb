import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { Json } from "./values/fields.ts";

/** Something wrong that was found: one document per cause, `occurrences` counts repeats. */
export const SystemIssues = entity("system_issues", {
  type: v.string(),
  checkId: v.string(),
  title: v.string(),
  description: v.string(),
  severity: v.picklist(["info", "warning", "error", "critical"]),
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
