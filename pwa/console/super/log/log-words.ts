import { t } from "@lingui/core/macro";
import type { LogLevel } from "#schemas/logs.ts";

/** How bad a line is. */
export function levelWords(level: LogLevel): string {
  switch (level) {
    case "trace":
      return t({ message: "Trace", context: "level of a line in the log" });
    case "debug":
      return t({ message: "Debug", context: "level of a line in the log" });
    case "info":
      return t({ message: "Info", context: "level of a line in the log" });
    case "warn":
      return t({ message: "Warning", context: "level of a line in the log" });
    case "error":
      return t({ message: "Error", context: "level of a line in the log" });
    case "fatal":
      return t({ message: "Fatal", context: "level of a line in the log" });
  }
}

export function levelTone(level: LogLevel): "neutral" | "warn" | "down" {
  if (level === "warn") return "warn";
  return level === "error" || level === "fatal" ? "down" : "neutral";
}
