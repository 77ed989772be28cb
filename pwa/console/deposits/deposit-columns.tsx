import { t } from "@lingui/core/macro";
import { Age } from "#pwa/console/desk/age.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { Person } from "#pwa/console/desk/person.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { DecidedDeposit, DepositForOperators } from "#schemas/deposits.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { DuplicateBadge, SecondBadge, StatusBadge } from "./deposit-badges.tsx";

/** Made anew with every language. */
export function depositColumns(): readonly Column<DepositForOperators>[] {
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
      cell: (deposit) => (
        <span className="inline-flex flex-wrap gap-1">
          <StatusBadge deposit={deposit} />
          <SecondBadge deposit={deposit} />
        </span>
      ),
      text: ({ status }) => status,
      sortBy: ({ status }) => status,
    },
    {
      name: "age",
      label: t({ message: "Declared", context: "when" }),
      cell: ({ createdAt }) => <Age since={createdAt} />,
      text: ({ createdAt }) => createdAt,
      sortBy: ({ createdAt }) => createdAt,
    },
    {
      name: "amount",
      label: t({ message: "Paid", context: "the amount that was paid" }),
      isNumeric: true,
      cell: ({ amount }) => <Amount value={amount} assetCode="USD" className="flex-nowrap!" />,
      text: ({ amount }) => amount,
      sortBy: ({ amount }) => parseAmount(amount),
    },
    {
      name: "method",
      label: t`Paid by`,
      cell: ({ methodLabel }) => <bdi className="break-words">{methodLabel}</bdi>,
      text: ({ methodLabel }) => methodLabel,
      sortBy: ({ methodLabel }) => methodLabel,
    },
    {
      name: "from",
      label: t({ message: "From", context: "who pays" }),
      cell: ({ cashAppUsername }) => <bdi className="break-words">{cashAppUsername}</bdi>,
      text: ({ cashAppUsername }) => cashAppUsername,
      sortBy: ({ cashAppUsername }) => cashAppUsername,
    },
    {
      name: "transaction",
      label: t`Transaction id`,
      cell: (deposit) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs break-all">{deposit.cashAppTransactionId}</span>
          <DuplicateBadge deposit={deposit} />
        </span>
      ),
      text: ({ cashAppTransactionId }) => cashAppTransactionId,
      sortBy: ({ cashAppTransactionId }) => cashAppTransactionId,
    },
    {
      name: "user",
      label: t({ message: "User", context: "a person" }),
      cell: ({ userId }) => <Person id={userId} />,
      text: ({ userId }) => String(userId),
      sortBy: ({ userId }) => userId,
    },
    {
      name: "credited",
      label: t({ message: "Credited", context: "the amount" }),
      isNumeric: true,
      cell: ({ xlmCredited }) =>
        xlmCredited === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Amount value={xlmCredited} assetCode="XLM" className="flex-nowrap!" />
        ),
      text: ({ xlmCredited }) => xlmCredited ?? "",
      sortBy: ({ xlmCredited }) => parseAmount(xlmCredited ?? "0"),
    },
  ];
}

/** The same of what was decided: when, and who said so. */
export function decidedColumns(): readonly Column<DecidedDeposit>[] {
  return [
    ...depositColumns(),
    {
      name: "decided",
      label: t({ message: "Decided", context: "when" }),
      cell: ({ decidedAt }) =>
        decidedAt === null ? <span className="text-ink-3">–</span> : <TimeAgo at={decidedAt} />,
      text: ({ decidedAt }) => decidedAt ?? "",
      sortBy: ({ decidedAt }) => decidedAt ?? "",
    },
    {
      name: "decider",
      label: t({ message: "By", context: "which operator decided" }),
      cell: ({ verifiedBy }) => <span className="numeric">{verifiedBy ?? "–"}</span>,
      text: ({ verifiedBy }) => String(verifiedBy ?? ""),
      sortBy: ({ verifiedBy }) => verifiedBy ?? 0,
    },
  ];
}
