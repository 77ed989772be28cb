import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { DayField, Narrowing, UserField } from "#pwa/console/desk/narrowing.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { meansDeposit } from "#schemas/console-lists.ts";
import type { DecidedDeposit } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { DECIDED, type DecidedGoing, useDecidedPlace } from "./decided-place.ts";
import { DepositCard } from "./deposit-card.tsx";
import { decidedColumns } from "./deposit-columns.tsx";
import { depositTitle, statusWords } from "./deposit-words.ts";
import { MethodSelect } from "./method-select.tsx";
import { OpenDeposit } from "./open-deposit.tsx";

/** The most that the server has on a page. */
const PAGE = 100;
const NONE: readonly DecidedDeposit[] = [];
const NO_FILTER = { status: undefined, method: undefined, user: undefined, from: undefined, to: undefined };

/** What was decided, those declared last first; `switcher` leads back to what waits. */
export function DecidedDeposits({ switcher }: { readonly switcher: ReactNode }) {
  const going = useDecidedPlace();
  const { place } = going;
  const { status, method, user, from, to, after, find = "" } = place;
  const columns = useMemo(() => decidedColumns(), []);
  const asked = useAsk(DEPOSIT_QUEUE_ENDPOINTS.decidedDeposits, {
    query: { status, method, userId: user, from, to, before: after },
  });
  const all = asked.value?.deposits ?? NONE;
  const rows = useMemo(() => all.filter((deposit) => meansDeposit(deposit, { find, show: "all" })), [all, find]);
  return (
    <ListView
      label={t`Decided deposits`}
      fileName="decided-deposits"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={depositTitle}
      place={going}
      pageSize={PAGE}
      renderCard={(deposit) => <DepositCard deposit={deposit} />}
      searchLabel={t`Search by who paid, transaction id or user`}
      filters={
        <>
          {switcher}
          <DepositNarrowing {...going} />
        </>
      }
      empty={{
        title: t`No deposit was decided so`,
        text: t`Deposits that were credited or rejected, or whose payment failed, stand here, the latest first. Change the filters to see others.`,
      }}
      renderOpen={(id) => <OpenDeposit id={id} />}
    />
  );
}

/** Which of them the server is asked for. */
function DepositNarrowing({ place, go }: DecidedGoing) {
  const isFiltered = Object.keys(NO_FILTER).some((name) => place[name as keyof typeof NO_FILTER] !== undefined);
  return (
    <Narrowing isFiltered={isFiltered} onClear={() => go(NO_FILTER, "replace")}>
      <SelectField<(typeof DECIDED)[number] | "any">
        label={t({ message: "State", context: "how something stands" })}
        options={[
          { value: "any", label: t({ message: "Any", context: "state" }) },
          ...DECIDED.map((value) => ({ value, label: statusWords(value).label })),
        ]}
        value={place.status ?? "any"}
        onValueChange={(value) => go({ status: value === "any" ? undefined : value }, "replace")}
      />
      <MethodSelect isLabelled value={place.method} onChange={(method) => go({ method }, "replace")} />
      <UserField value={place.user} onChange={(user) => go({ user }, "replace")} />
      <DayField label={t`Decided from`} value={place.from} onChange={(from) => go({ from }, "replace")} />
      <DayField label={t`Decided until`} value={place.to} onChange={(to) => go({ to }, "replace")} />
    </Narrowing>
  );
}
