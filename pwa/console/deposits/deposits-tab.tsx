import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Button } from "#pwa/ui/button.tsx";
import type { DepositForOperators } from "#schemas/deposits.ts";
import { meansDeposit, SHOWN_DEPOSITS, shownDeposits } from "#schemas/console-lists.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { DEPOSITS_ENDPOINTS } from "#schemas/endpoints/deposits.ts";
import { DepositCard } from "./deposit-card.tsx";
import { depositColumns } from "./deposit-columns.tsx";
import { depositTitle, showWords } from "./deposit-words.ts";
import { OpenDeposit } from "./open-deposit.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";

/** The most that the server has on a page. */
const PAGE = 200;
const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportDeposits,
  countAt: CONSOLE_LISTS_ENDPOINTS.countDeposits,
};
const NONE: readonly DepositForOperators[] = [];

/** What people say that they paid, until it is credited or rejected. */
export function DepositsTab() {
  const may = useMay();
  const place = usePlace();
  const { after, find = "" } = place.place;
  const columns = useMemo(() => depositColumns(), []);
  const [isSetting, setSetting] = useState(false);
  const asked = useAsk(DEPOSITS_ENDPOINTS.depositQueue, { query: { after } });
  const all = asked.value?.deposits ?? NONE;
  const show = shownDeposits(place.place.show);
  const rows = useMemo(() => all.filter((deposit) => meansDeposit(deposit, { find, show })), [all, show, find]);
  return (
    <>
      <ListView
        label={t`Deposits`}
        fileName="deposits"
        ends={ENDS}
        views="deposits"
        shows={SHOWN_DEPOSITS}
        queue="deposits"
        asked={asked}
        all={all}
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        titleOf={depositTitle}
        place={place}
        pageSize={PAGE}
        renderCard={(deposit) => <DepositCard deposit={deposit} />}
        searchLabel={t`Search by cashtag, transaction id or user`}
        filters={
          <>
            <ShowFilter
              label={t`Which deposits`}
              items={SHOWN_DEPOSITS.map((value) => ({ value, label: showWords(value) }))}
              value={show}
              onValueChange={(value) => place.go({ show: value === "all" ? undefined : value }, "replace")}
            />
            {may(DEPOSITS_ENDPOINTS.depositSettings) ? (
              <Button variant="ghost" size="sm" onClick={() => setSetting(true)}>
                <Trans>How deposits are taken</Trans>
              </Button>
            ) : null}
          </>
        }
        empty={{
          title: t`No deposit waits`,
          text: t`What people say that they paid by Cash App stands here, the oldest first, until it is credited or rejected.`,
        }}
        renderOpen={(id) => <OpenDeposit id={id} />}
      />
      {isSetting ? <SettingsSheet onClose={() => setSetting(false)} /> : null}
    </>
  );
}
