import { t } from "@lingui/core/macro";
import type { SHOWN_ISSUES } from "#schemas/monitoring.ts";
import type { MonitoringPart } from "./monitoring-place.ts";

export function partWords(part: MonitoringPart): string {
  switch (part) {
    case "issues":
      return t({ message: "Issues", context: "what is wrong with the service" });
    case "tasks":
      return t`Tasks`;
    case "checks":
      return t({ message: "Checks", context: "what looks whether something is wrong" });
    case "windows":
      return t({ message: "Maintenance", context: "times in which somebody works on the service" });
    case "notices":
      return t({ message: "Notices", context: "who is told of issues, and how" });
  }
}

export function issueTitle(id: number): string {
  return t`Issue ${id}`;
}

export function shownWords(shown: (typeof SHOWN_ISSUES)[number]): string {
  switch (shown) {
    case "open":
      return t({ message: "Open", context: "issues that stand" });
    case "resolved":
      return t({ message: "Resolved", context: "issues" });
    case "all":
      return t({ message: "All", context: "issues" });
  }
}
