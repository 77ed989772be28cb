import { t } from "@lingui/core/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Code } from "#pwa/console/desk/code.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { shortenAddress } from "#pwa/ui/format.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { AuditRowOutput } from "#schemas/audit.ts";
import { ACCOUNT_PATTERN } from "#schemas/values/fields.ts";
import { doneWords, kindWords, partyWords, reasonWords } from "./audit-words.ts";

export function auditColumns(): readonly Column<AuditRowOutput>[] {
  return [
    {
      name: "number",
      label: t({ message: "No.", context: "number of a row" }),
      isFixed: true,
      cell: ({ number }) => <span className="numeric font-medium">{number}</span>,
      text: ({ number }) => String(number),
    },
    {
      name: "at",
      label: t({ message: "When", context: "column of a list" }),
      cell: ({ at }) => <TimeAgo at={at} className="whitespace-nowrap" />,
      text: ({ at }) => at,
    },
    {
      name: "kind",
      label: t({ message: "Kind", context: "column of a list" }),
      cell: ({ kind }) => kindWords(kind),
      text: ({ kind }) => kind,
    },
    {
      name: "act",
      label: t({ message: "What", context: "column of a list: what was done" }),
      cell: doneWords,
      text: ({ act }) => act,
    },
    {
      name: "by",
      label: t({ message: "By", context: "column of a list: who did it" }),
      cell: ({ by }) => <Party party={by} />,
      text: ({ by }) => by,
    },
    {
      name: "whom",
      label: t({ message: "Whom", context: "column of a list: whom it concerns" }),
      cell: ({ whom }) => <Party party={whom} />,
      text: ({ whom }) => whom,
    },
    {
      name: "reason",
      label: t`Reason`,
      cell: (row) => <AsTyped className="line-clamp-1 max-w-md min-w-40">{reasonWords(row)}</AsTyped>,
      text: ({ reason }) => reason,
    },
  ];
}

interface PartyProps {
  readonly party: string;
  /** Whether an address can be copied whole. */
  readonly isOpen?: boolean;
}

/** Somebody, an account or a part of the server. */
export function Party({ party, isOpen = false }: PartyProps) {
  if (ACCOUNT_PATTERN.test(party))
    return isOpen ? <Code text={party} /> : <bdi className="font-mono text-xs">{shortenAddress(party)}</bdi>;
  const words = partyWords(party);
  return words === party ? <AsTyped>{party}</AsTyped> : <span className="numeric whitespace-nowrap">{words}</span>;
}

export function AuditCard({ row }: { readonly row: AuditRowOutput }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium break-words">
          {row.kind === "operate" ? doneWords(row) : kindWords(row.kind)}
        </span>
        <TimeAgo at={row.at} className="shrink-0 text-ink-3" />
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-ink-2">
        <Party party={row.by} />
        {row.whom === "" ? null : <Party party={row.whom} />}
      </p>
      {row.reason === "" ? null : <AsTyped className="line-clamp-2 text-ink-3">{reasonWords(row)}</AsTyped>}
    </div>
  );
}
