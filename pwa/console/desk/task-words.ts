import { t } from "@lingui/core/macro";
import type { IssueOutput } from "#schemas/overview.ts";
import type { TaskPriority } from "#schemas/tasks.ts";

export function priorityWords(priority: TaskPriority): string {
  switch (priority) {
    case "critical":
      return t({ message: "Critical", context: "how urgent a task is" });
    case "high":
      return t({ message: "High", context: "how urgent a task is" });
    case "medium":
      return t({ message: "Medium", context: "how urgent a task is" });
    case "low":
      return t({ message: "Low", context: "how urgent a task is" });
  }
}

/** How urgent it is to deal with something that is as bad as this. */
export function priorityOf(severity: IssueOutput["severity"]): TaskPriority {
  switch (severity) {
    case "critical":
      return "critical";
    case "error":
      return "high";
    case "warning":
      return "medium";
    case "info":
      return "low";
  }
}
