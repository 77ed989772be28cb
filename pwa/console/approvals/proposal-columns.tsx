import { t } from "@lingui/core/macro";
import { Age } from "#pwa/console/desk/age.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import type { ProposalOutput } from "#schemas/approvals.ts";
import { saysOf, stateWords } from "./proposal-words.ts";

/** Made anew with every language. */
export function proposalColumns(): readonly Column<ProposalOutput>[] {
  return [
    {
      name: "id",
      label: t({ message: "No.", context: "number of a row" }),
      isFixed: true,
      cell: ({ id }) => <span className="numeric font-medium">{id}</span>,
      text: ({ id }) => String(id),
      sortBy: ({ id }) => id,
    },
    {
      name: "state",
      label: t({ message: "State", context: "how something stands" }),
      cell: ({ state }) => <StateBadge state={state} />,
      text: ({ state }) => state,
      sortBy: ({ state }) => state,
    },
    {
      name: "says",
      label: t`What would be done`,
      cell: ({ content }) => <span className="block min-w-64">{saysOf(content)}</span>,
      text: ({ content }) => saysOf(content),
    },
    {
      name: "age",
      label: t({ message: "Proposed", context: "when" }),
      cell: ({ proposedAt }) => <Age since={proposedAt} />,
      text: ({ proposedAt }) => proposedAt,
      sortBy: ({ proposedAt }) => proposedAt,
    },
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
