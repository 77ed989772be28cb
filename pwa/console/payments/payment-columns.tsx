import { t } from "@lingui/core/macro";
import { kindWords } from "#pwa/console/desk/money-words.ts";
import type { Column } from "#pwa/console/desk/columns.ts";
import {
  ageColumn,
  amountColumn,
  Nothing,
  numberColumn,
  stateColumn,
  userColumn,
  whenColumn,
} from "#pwa/console/desk/common-columns.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import type { ListedSubmission } from "#schemas/all-submissions.ts";
import { type Payment, stateWords } from "./payment-words.ts";

/** Made anew with every language. */
export function paymentColumns(): readonly Column<Payment>[] {
  return [
    numberColumn(({ id }) => id),
    stateColumn(
      ({ state }) => <PaymentBadge state={state} />,
      ({ state }) => state,
    ),
    ageColumn(t({ message: "Since", context: "when" }), ({ createdAt }) => createdAt),
    amountColumn((payment) => payment),
    {
      name: "kind",
      label: t({ message: "Kind", context: "of a payment" }),
      cell: ({ kind }) => kindWords(kind),
      text: ({ kind }) => kind,
      sortBy: ({ kind }) => kind,
    },
    {
      name: "to",
      label: t({ message: "To", context: "who is paid" }),
      cell: ({ to }) => (to === null ? <Nothing /> : <Address address={to} withCopy={false} />),
      text: ({ to }) => to ?? "",
      sortBy: ({ to }) => to ?? "",
    },
    userColumn(
      ({ userId }) => userId,
      () => t`The house`,
    ),
  ];
}

/** The same of those of which most wait for nobody: when, and what came of them. */
export function listedColumns(): readonly Column<ListedSubmission>[] {
  const label = t({ message: "Accepted", context: "when" });
  const accepted = whenColumn<ListedSubmission>("accepted", label, ({ createdAt }) => createdAt);
  return [
    ...paymentColumns().map((column) => (column.name === "age" ? accepted : column)),
    {
      name: "ledger",
      label: t`Ledger`,
      isNumeric: true,
      cell: ({ ledger }) => (ledger === null ? <Nothing /> : <span className="numeric">{formatCount(ledger)}</span>),
      text: ({ ledger }) => String(ledger ?? ""),
      sortBy: ({ ledger }) => ledger ?? 0,
    },
    {
      name: "hash",
      label: t`Hash`,
      cell: ({ hash }) => (
        <span title={hash ?? undefined} className="font-mono text-xs">
          {hash === null ? "–" : `${hash.slice(0, 8)}…`}
        </span>
      ),
      text: ({ hash }) => hash ?? "",
    },
  ];
}

export function PaymentBadge({ state }: Pick<Payment, "state">) {
  const { label, tone } = stateWords(state);
  return <Badge tone={tone}>{label}</Badge>;
}
