import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { DayField, Narrowing, UserField } from "#pwa/console/desk/narrowing.tsx";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import type { DecidedDeposit } from "#schemas/deposits.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { DECIDED, type DecidedGoing, useDecidedPlace } from "./decided-place.ts";
import { DepositCard } from "./deposit-card.tsx";
import { decidedColumns } from "./deposit-columns.tsx";
import { depositTitle, statusWords } from "./deposit-words.ts";
import { MethodSelect } from "./method-select.tsx";
import { OpenDeposit } from "./open-deposit.tsx";

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportDecided,
  countAt: CONSOLE_LISTS_ENDPOINTS.countDecided,
};
const NONE: readonly DecidedDeposit[] = [];
const NO_FILTER = { status: undefined, method: undefined, user: undefined, from: undefined, to: undefined };

/** What was decided, those declared last first; `switcher` leads back to what waits. */
export function DecidedDeposits({ switcher }: { readonly switcher: ReactNode }) {
  const going = useDecidedPlace();
  const { status, method, user, from, to, after, find } = going.place;
  const columns = useMemo(() => decidedColumns(), []);
  const query = { ...searchedBy({ find }), status, method, userId: user, from, to };
  const asked = useAsk(
    DEPOSIT_QUEUE_ENDPOINTS.decidedDeposits,
    { query: { ...query, before: after } },
    { keepsFormer: true },
  );
  const all = asked.value?.deposits ?? NONE;
  return (
    <ListView
      label={t`Decided deposits`}
      fileName="decided-deposits"
      asked={asked}
      all={all}
      rows={all}
      served={{ query, next: asked.value?.next ?? null }}
      ends={ENDS}
      views="decided-deposits"
      columns={columns}
      idOf={({ id }) => id}
      titleOf={depositTitle}
      place={going}
      renderCard={(deposit) => <DepositCard deposit={deposit} />}
      searchLabel={t`Search by name, who paid, transaction id or number`}
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
