import { t } from "@lingui/core/macro";
import { Badge } from "#pwa/ui/badge.tsx";
import type { ReportsOutput } from "#schemas/support.ts";

type State = ReportsOutput["reports"][number]["state"];

export function stateWords(state: State): string {
  switch (state) {
    case "open":
      return t({ message: "Open", context: "state of a report" });
    case "answered":
      return t({ message: "Answered", context: "state of a report" });
    case "closed":
      return t({ message: "Closed", context: "state of a report" });
  }
}

const TONES = { open: "warn", answered: "up", closed: "neutral" } as const;

export function ReportState({ state }: { readonly state: State }) {
  return <Badge tone={TONES[state]}>{stateWords(state)}</Badge>;
}
