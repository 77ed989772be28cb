import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Button } from "#pwa/ui/button.tsx";
import type { DepositForOperators } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { DecidedDeposits } from "./decided-deposits.tsx";
import { useDecidedPlace } from "./decided-place.ts";
import { depositTitle, SHOWN, showWords } from "./deposit-words.ts";
import { MethodSelect } from "./method-select.tsx";
import { SHOWN_DEPOSITS, shownDeposits } from "#schemas/console-lists.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { DepositCard } from "./deposit-card.tsx";
import { depositColumns } from "./deposit-columns.tsx";
import { OpenDeposit } from "./open-deposit.tsx";
import { MethodsSheet } from "./methods-sheet.tsx";

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportDeposits,
  countAt: CONSOLE_LISTS_ENDPOINTS.countDeposits,
};
const NONE: readonly DepositForOperators[] = [];

/** What people say that they paid: what waits, or what was decided. */
export function DepositsTab() {
  const { place } = useDecidedPlace();
  return place.show === "decided" ? <DecidedDeposits switcher={<WhichDeposits />} /> : <DepositQueue />;
}

const OTHER_LIST = {
  status: undefined,
  method: undefined,
  user: undefined,
  from: undefined,
  to: undefined,
  after: undefined,
  open: undefined,
};

/** What waits narrowed, or what was decided: another list, with filters of its own. */
function WhichDeposits() {
  const { place, go } = useDecidedPlace();
  const show = SHOWN.find((each) => each === place.show) ?? "all";
  return (
    <ShowFilter
      label={t`Which deposits`}
      items={SHOWN.map((value) => ({ value, label: showWords(value) }))}
      value={show}
      onValueChange={(value) => {
        const isOther = (value === "decided") !== (show === "decided");
        go({ ...(isOther && OTHER_LIST), show: value === "all" ? undefined : value }, "replace");
      }}
    />
  );
}

/** What people say that they paid, until it is credited or rejected. */
function DepositQueue() {
  const may = useMay();
  const going = useDecidedPlace();
  const { after, find, method } = going.place;
  const columns = useMemo(() => depositColumns(), []);
  const [isSetting, setSetting] = useState(false);
  const query = { ...searchedBy({ find, show: shownDeposits(going.place.show) }), method };
  const asked = useAsk(DEPOSIT_QUEUE_ENDPOINTS.depositQueue, { query: { ...query, after } }, { keepsFormer: true });
  const all = asked.value?.deposits ?? NONE;
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
        rows={all}
        served={{ query, next: asked.value?.next ?? null }}
        columns={columns}
        idOf={({ id }) => id}
        titleOf={depositTitle}
        place={going}
        renderCard={(deposit) => <DepositCard deposit={deposit} />}
        searchLabel={t`Search by name, who paid, transaction id or number`}
        filters={
          <>
            <WhichDeposits />
            <MethodSelect value={method} onChange={(chosen) => going.go({ method: chosen }, "replace")} />
            {may(DEPOSIT_QUEUE_ENDPOINTS.depositSettings) ? (
              <Button variant="ghost" size="sm" onClick={() => setSetting(true)}>
                <Trans>Ways to pay in</Trans>
              </Button>
            ) : null}
          </>
        }
        empty={{
          title: t`No deposit waits`,
          text: t`What people say that they paid stands here, the oldest first, until it is credited or rejected.`,
        }}
        renderOpen={(id) => <OpenDeposit id={id} />}
      />
      {isSetting ? <MethodsSheet onClose={() => setSetting(false)} /> : null}
    </>
  );
}
