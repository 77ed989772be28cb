import { t } from "@lingui/core/macro";
import type { MonitorAction } from "#schemas/monitoring.ts";

/** What happened to an issue, as a line of its timeline. */
export function monitorActionWords(action: MonitorAction, isSuccessful: boolean): string {
  switch (action) {
    case "opened":
      return t({ message: "Opened", context: "line of an issue’s timeline" });
    case "reopened":
      return t({ message: "Came back", context: "line of an issue’s timeline" });
    case "repeated":
      return t({ message: "Found again", context: "line of an issue’s timeline" });
    case "passed":
      return t({ message: "Passed", context: "line of an issue’s timeline" });
    case "closed":
      return t({ message: "Closed", context: "line of an issue’s timeline" });
    case "acknowledged":
      return t({ message: "Seen", context: "line of an issue’s timeline" });
    case "assigned":
      return t({ message: "Given to somebody", context: "line of an issue’s timeline" });
    case "snoozed":
      return t({ message: "Snoozed", context: "line of an issue’s timeline" });
    case "woken":
      return t({ message: "Told of again", context: "line of an issue’s timeline" });
    case "merged":
      return t({ message: "Merged", context: "line of an issue’s timeline" });
    case "unmerged":
      return t({ message: "Merge undone", context: "line of an issue’s timeline" });
    case "unknown":
      return t({ message: "Cannot be known for now", context: "line of an issue’s timeline" });
    case "known":
      return t({ message: "Can be known again", context: "line of an issue’s timeline" });
    case "checked":
      return t({ message: "Checked by hand", context: "line of an issue’s timeline" });
    case "repaired":
      return isSuccessful
        ? t({ message: "Repaired by itself", context: "line of an issue’s timeline" })
        : t({ message: "Repair tried in vain", context: "line of an issue’s timeline" });
    case "told":
      return t({ message: "Operators told", context: "line of an issue’s timeline" });
    case "delivered":
      return isSuccessful
        ? t({ message: "Sent to the webhook", context: "line of an issue’s timeline" })
        : t({ message: "Not delivered to the webhook", context: "line of an issue’s timeline" });
    case "task-opened":
      return t({ message: "Task made", context: "line of an issue’s timeline" });
    case "task-changed":
      return t({ message: "Task changed", context: "line of an issue’s timeline" });
    case "window-added":
      return t({ message: "Maintenance announced", context: "line of an issue’s timeline" });
    case "window-ended":
      return t({ message: "Maintenance ended", context: "line of an issue’s timeline" });
  }
}
