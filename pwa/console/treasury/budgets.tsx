import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { TREASURY_ENDPOINTS } from "#schemas/endpoints/treasury.ts";
import type { HouseBudget, TreasuryAccount } from "#schemas/treasury.ts";
import { BudgetSheet } from "./budget-sheet.tsx";
import { isNearlyUsed } from "./treasury-words.ts";

/** What may be paid out of an account in a day, and what of that is used. */
export function Budgets({ account }: { readonly account: TreasuryAccount }) {
  const [isSetting, setSetting] = useState(false);
  const mayChange = useMay()(TREASURY_ENDPOINTS.setHouseBudget);
  const { budgets } = account;
  return (
    <section>
      <h3 className="mb-2 font-semibold">
        <Trans>Daily budget</Trans>
      </h3>
      {budgets.length === 0 ? (
        <p className="text-ink-3">
          <Trans>None is set: any amount may be paid out of it.</Trans>
        </p>
      ) : (
        <Facts facts={budgets.map((budget) => ({ name: assetText(budget), value: <Used {...budget} /> }))} />
      )}
      {mayChange ? (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setSetting(true)}>
          <Trans>Set the budget</Trans>
        </Button>
      ) : null}
      {isSetting ? <BudgetSheet account={account} onClose={() => setSetting(false)} /> : null}
    </section>
  );
}

function assetText({ assetCode, issuer }: HouseBudget): string {
  return issuer === "" ? assetCode : `${assetCode} ${shortenAddress(issuer)}`;
}

function Used({ assetCode, daily, used }: HouseBudget) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-1.5 gap-y-1">
      {isNearlyUsed({ daily, used }) ? <Badge tone="warn">{t`Nearly used`}</Badge> : null}
      <span>
        <Amount value={used} /> / <Amount value={daily} assetCode={assetCode} />
      </span>
    </span>
  );
}
