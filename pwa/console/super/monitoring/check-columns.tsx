import { t } from "@lingui/core/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { Nothing, stateColumn, whenColumn } from "#pwa/console/desk/common-columns.tsx";
import { SeverityBadge } from "#pwa/console/desk/severity.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { type CheckOutput, SEVERITIES } from "#schemas/monitoring.ts";
import { checkStateWords, spanWords } from "./check-words.ts";

/** A check with its place among all, by which an address names it. */
export interface NumberedCheck extends CheckOutput {
  readonly number: number;
}

/** Made anew with every language. */
export function checkColumns(): readonly Column<NumberedCheck>[] {
  return [
    {
      name: "check",
      label: t({ message: "Check", context: "that found an issue" }),
      isFixed: true,
      cell: ({ title }) => <AsTyped className="line-clamp-2 min-w-40 font-medium">{title}</AsTyped>,
      text: ({ id }) => id,
      sortBy: ({ title }) => title,
    },
    stateColumn(
      (check) => <CheckState check={check} />,
      ({ state }) => state,
    ),
    {
      name: "severity",
      label: t({ message: "Severity", context: "of issues" }),
      cell: ({ severity }) => <SeverityBadge severity={severity} />,
      text: ({ severity }) => severity,
      sortBy: ({ severity }) => SEVERITIES.indexOf(severity),
    },
    whenColumn("lastRun", t({ message: "Last made", context: "column of a list: when" }), ({ lastRunAt }) => lastRunAt),
    {
      name: "took",
      label: t({ message: "Took", context: "column of a list: how long" }),
      isNumeric: true,
      cell: ({ lastDurationMs: ms }) => (ms === null ? <Nothing /> : msText(ms)),
      text: ({ lastDurationMs }) => String(lastDurationMs ?? ""),
      sortBy: ({ lastDurationMs }) => lastDurationMs ?? -1,
    },
    {
      name: "every",
      label: t({ message: "Every", context: "column of a list: how often" }),
      cell: ({ intervalMs }) => <span className="whitespace-nowrap">{spanWords(intervalMs)}</span>,
      text: ({ intervalMs }) => String(intervalMs),
      sortBy: ({ intervalMs }) => intervalMs,
    },
  ];
}

export function msText(ms: number): string {
  const milliseconds = formatCount(Math.round(ms));
  return t`${milliseconds} ms`;
}

export function CheckState({ check: { state } }: { readonly check: CheckOutput }) {
  const { tone, words } = checkStateWords(state);
  return <Badge tone={tone}>{words}</Badge>;
}
