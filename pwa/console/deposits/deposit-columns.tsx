import { t } from "@lingui/core/macro";
import type { Column } from "#pwa/console/desk/columns.ts";
import {
  ageColumn,
  amountColumn,
  numberColumn,
  stateColumn,
  userColumn,
  whenColumn,
} from "#pwa/console/desk/common-columns.tsx";
import type { DecidedDeposit, DepositForOperators } from "#schemas/deposits.ts";
import { DuplicateBadge, SecondBadge, StatusBadge } from "./deposit-badges.tsx";

/** Made anew with every language. */
export function depositColumns(): readonly Column<DepositForOperators>[] {
  return [
    numberColumn(({ id }) => id),
    stateColumn(
      (deposit) => (
        <span className="inline-flex flex-wrap gap-1">
          <StatusBadge deposit={deposit} />
          <SecondBadge deposit={deposit} />
        </span>
      ),
      ({ status }) => status,
    ),
    ageColumn(t({ message: "Declared", context: "when" }), ({ createdAt }) => createdAt),
    amountColumn(({ amount }) => ({ amount, assetCode: "USD" }), {
      label: t({ message: "Paid", context: "the amount that was paid" }),
    }),
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
    userColumn(({ userId }) => userId),
    amountColumn(({ xlmCredited }) => ({ amount: xlmCredited, assetCode: "XLM" }), {
      name: "credited",
      label: t({ message: "Credited", context: "the amount" }),
    }),
  ];
}

/** The same of what was decided: when, and who said so. */
export function decidedColumns(): readonly Column<DecidedDeposit>[] {
  return [
    ...depositColumns(),
    whenColumn("decided", t({ message: "Decided", context: "when" }), ({ decidedAt }) => decidedAt),
    {
      name: "decider",
      label: t({ message: "By", context: "which operator decided" }),
      cell: ({ verifiedBy }) => <span className="numeric">{verifiedBy ?? "–"}</span>,
      text: ({ verifiedBy }) => String(verifiedBy ?? ""),
      sortBy: ({ verifiedBy }) => verifiedBy ?? 0,
    },
  ];
}
