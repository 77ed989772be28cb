import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { houseAccountWords } from "#pwa/console/desk/house-words.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TREASURY_ENDPOINTS } from "#schemas/endpoints/treasury.ts";
import type { TreasuryAccount } from "#schemas/treasury.ts";
import { AccountBadges, treasuryColumns } from "./treasury-columns.tsx";
import { ACCOUNTS, numberOf, purposeText, xlmOf } from "./treasury-words.ts";
import { OpenAccount } from "./open-account.tsx";
import { TransferSheet } from "./transfer-sheet.tsx";

const NONE: readonly TreasuryAccount[] = [];

/** The house's own accounts, and money between them. */
export function TreasuryTab() {
  const may = useMay();
  const place = usePlace();
  const { find = "" } = place.place;
  const [isMoving, setMoving] = useState(false);
  const columns = useMemo(() => treasuryColumns(), []);
  const asked = useAsk(TREASURY_ENDPOINTS.treasury, {});
  const all = asked.value?.accounts ?? NONE;
  const rows = useMemo(() => all.filter((account) => matches(account, find)), [all, find]);
  return (
    <>
      {asked.value === null || asked.value.ledger !== null ? null : (
        <div className="mb-4">
          <Notice tone="warn">{t`The network cannot be reached: the ledger's side is not known.`}</Notice>
        </div>
      )}
      <ListView
        label={t`Accounts of the house`}
        fileName="treasury"
        asked={asked}
        all={all}
        rows={rows}
        columns={columns}
        idOf={numberOf}
        titleOf={titleOf}
        place={place}
        renderCard={(account) => <AccountCard account={account} />}
        searchLabel={t`Search by name or address`}
        filters={
          may(TREASURY_ENDPOINTS.moveHouseMoney) && all.length > 0 ? (
            <Button variant="secondary" size="sm" onClick={() => setMoving(true)}>
              <Trans>Move money</Trans>
            </Button>
          ) : null
        }
        empty={{
          title: t`The house has no accounts yet`,
          text: t`They are made when the server starts. Look again in a moment.`,
        }}
        renderOpen={(id) => {
          const account = all.find((each) => numberOf(each) === id);
          if (account && asked.value) return <OpenAccount account={account} treasury={asked.value} />;
          return asked.value === null ? null : <Notice>{t`There is no such account.`}</Notice>;
        }}
      />
      {isMoving ? <TransferSheet accounts={all} onClose={() => setMoving(false)} /> : null}
    </>
  );
}

function titleOf(id: number): string {
  const purpose = ACCOUNTS[id - 1];
  return purpose === undefined ? t`Account` : houseAccountWords(purpose);
}

function AccountCard({ account }: { readonly account: TreasuryAccount }) {
  const xlm = xlmOf(account);
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      {xlm === undefined ? null : (
        <p className="font-medium">
          <Amount value={xlm.spendable} assetCode="XLM" />
        </p>
      )}
      <p className="text-ink-3">{purposeText(account.purpose)}</p>
      <p className="flex flex-wrap gap-1">
        <AccountBadges account={account} />
      </p>
    </div>
  );
}

function matches({ purpose, address }: TreasuryAccount, find: string): boolean {
  return hasWords([houseAccountWords(purpose), purpose, address], find);
}
