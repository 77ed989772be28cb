import { Age } from "#pwa/console/desk/age.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import type { DepositForOperators } from "#schemas/deposits.ts";
import { DuplicateBadge, SecondBadge, StatusBadge } from "./deposit-badges.tsx";

/** A deposit in the list of a phone. */
export function DepositCard({ deposit }: { readonly deposit: DepositForOperators }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <Amount value={deposit.amount} assetCode="USD" className="font-medium" />
        <Age since={deposit.createdAt} />
      </p>
      <p className="flex items-baseline justify-between gap-3 text-ink-2">
        <bdi className="break-all">{deposit.cashAppUsername}</bdi>
        <Person id={deposit.userId} />
      </p>
      <p className="text-xs text-ink-3">
        <bdi>{deposit.methodLabel}</bdi> <span className="font-mono break-all">{deposit.cashAppTransactionId}</span>
      </p>
      <p className="flex flex-wrap gap-1">
        <StatusBadge deposit={deposit} />
        <SecondBadge deposit={deposit} />
        <DuplicateBadge deposit={deposit} />
      </p>
    </div>
  );
}
