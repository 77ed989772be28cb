import { t } from "@lingui/core/macro";
import { CircleAlert, Info, OctagonAlert, TriangleAlert } from "lucide-react";
import { Badge } from "#pwa/ui/badge.tsx";
import type { Severity } from "#schemas/monitoring.ts";

/** How bad something is. */
export function severityWords(severity: Severity): string {
  switch (severity) {
    case "critical":
      return t({ message: "Critical", context: "how bad something is" });
    case "error":
      return t({ message: "Error", context: "how bad something is" });
    case "warning":
      return t({ message: "Warning", context: "how bad something is" });
    case "info":
      return t({ message: "For information", context: "how bad something is" });
  }
}

const LOOKS = {
  critical: { tone: "down", Icon: OctagonAlert },
  error: { tone: "down", Icon: CircleAlert },
  warning: { tone: "warn", Icon: TriangleAlert },
  info: { tone: "neutral", Icon: Info },
} as const;

/** By its mark as much as by its colour; `count` is how many there are of it. */
export function SeverityBadge({ severity, count }: { readonly severity: Severity; readonly count?: string }) {
  const { tone, Icon } = LOOKS[severity];
  const words = severityWords(severity);
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {count === undefined
        ? words
        : t({ message: `${words}: ${count}`, context: "how bad issues are, and how many of them are open" })}
    </Badge>
  );
}
