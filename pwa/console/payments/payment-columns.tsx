import { t } from "@lingui/core/macro";
import { Age } from "#pwa/console/desk/age.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { Person } from "#pwa/console/desk/person.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatAmountText, formatCount } from "#pwa/ui/format.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ListedSubmission } from "#schemas/all-submissions.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { kindWords, type Payment, stateWords } from "./payment-words.ts";

/** Made anew with every language. */
export function paymentColumns(): readonly Column<Payment>[] {
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
      cell: ({ state }) => <PaymentBadge state={state} />,
      text: ({ state }) => state,
      sortBy: ({ state }) => state,
    },
    {
      name: "age",
      label: t({ message: "Since", context: "when" }),
      cell: ({ createdAt }) => <Age since={createdAt} />,
      text: ({ createdAt }) => createdAt,
      sortBy: ({ createdAt }) => createdAt,
    },
    {
      name: "amount",
      label: t({ message: "Amount", context: "of a payment" }),
      isNumeric: true,
      cell: (payment) => <PaidAmount payment={payment} />,
      text: ({ amount, assetCode }) => `${amount ?? ""} ${assetCode ?? ""}`.trim(),
      sortBy: ({ amount }) => parseAmount(amount ?? "0"),
    },
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
      cell: ({ to }) =>
        to === null ? <span className="text-ink-3">–</span> : <Address address={to} withCopy={false} />,
      text: ({ to }) => to ?? "",
      sortBy: ({ to }) => to ?? "",
    },
    {
      name: "user",
      label: t({ message: "User", context: "a person" }),
      cell: ({ userId }) => (userId === 0 ? t`The house` : <Person id={userId} />),
      text: ({ userId }) => String(userId),
      sortBy: ({ userId }) => userId,
    },
  ];
}

/** The same of those of which most wait for nobody: when, and what came of them. */
export function listedColumns(): readonly Column<ListedSubmission>[] {
  const accepted: Column<ListedSubmission> = {
    name: "accepted",
    label: t({ message: "Accepted", context: "when" }),
    cell: ({ createdAt }) => <TimeAgo at={createdAt} className="whitespace-nowrap" />,
    text: ({ createdAt }) => createdAt,
    sortBy: ({ createdAt }) => createdAt,
  };
  return [
    ...paymentColumns().map((column) => (column.name === "age" ? accepted : column)),
    {
      name: "ledger",
      label: t`Ledger`,
      isNumeric: true,
      cell: ({ ledger }) =>
        ledger === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <span className="numeric">{formatCount(ledger)}</span>
        ),
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

export function PaidAmount({ payment: { amount, assetCode } }: { readonly payment: Payment }) {
  if (amount === null) return <span className="text-ink-3">–</span>;
  return (
    <Amount value={formatAmountText(amount)} className="flex-nowrap!" {...(assetCode === null ? {} : { assetCode })} />
  );
}
