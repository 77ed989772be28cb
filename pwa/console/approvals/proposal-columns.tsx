import { t } from "@lingui/core/macro";
import type { Column } from "#pwa/console/desk/columns.ts";
import { ageColumn, numberColumn, stateColumn } from "#pwa/console/desk/common-columns.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import type { ProposalOutput } from "#schemas/approvals.ts";
import { saysOf, stateWords } from "./proposal-words.ts";

/** Made anew with every language. */
export function proposalColumns(): readonly Column<ProposalOutput>[] {
  return [
    numberColumn(({ id }) => id),
    stateColumn(
      ({ state }) => <StateBadge state={state} />,
      ({ state }) => state,
    ),
    {
      name: "says",
      label: t`What would be done`,
      cell: ({ content }) => <span className="block min-w-64">{saysOf(content)}</span>,
      text: ({ content }) => saysOf(content),
    },
    ageColumn(t({ message: "Proposed", context: "when" }), ({ proposedAt }) => proposedAt),
    {
      name: "by",
      label: t({ message: "By", context: "who proposed it" }),
      cell: ({ proposedBy }) => <span className="numeric">{proposedBy}</span>,
      text: ({ proposedBy }) => String(proposedBy),
      sortBy: ({ proposedBy }) => proposedBy,
    },
  ];
}

export function StateBadge({ state }: Pick<ProposalOutput, "state">) {
  const { label, tone } = stateWords(state);
  return <Badge tone={tone}>{label}</Badge>;
}
