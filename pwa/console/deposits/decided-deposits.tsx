import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
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
          <Narrowing {...going} />
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
function Narrowing({ place, go }: DecidedGoing) {
  const isFiltered = Object.keys(NO_FILTER).some((name) => place[name as keyof typeof NO_FILTER] !== undefined);
  return (
    <details className="w-full" open={isFiltered}>
      <summary className="min-h-9 cursor-pointer py-1.5 text-sm font-medium text-ink-2 pointer-coarse:min-h-11 pointer-coarse:py-2.5">
        <Trans>Filters</Trans>
      </summary>
      <div className="grid grid-cols-2 items-end gap-3 pt-2 md:grid-cols-3 xl:grid-cols-5">
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
        <TextField
          label={t({ message: "User", context: "a person" })}
          inputMode="numeric"
          autoComplete="off"
          value={place.user === undefined ? "" : String(place.user)}
          onChange={(event) => go({ user: numberOf(event.target.value) }, "replace")}
        />
        <TextField
          type="date"
          label={t`Decided from`}
          value={place.from ?? ""}
          onChange={(event) => go({ from: event.target.value || undefined }, "replace")}
        />
        <TextField
          type="date"
          label={t`Decided until`}
          value={place.to ?? ""}
          onChange={(event) => go({ to: event.target.value || undefined }, "replace")}
        />
      </div>
      {isFiltered ? (
        <Button variant="link" size="inline" className="mt-2" onClick={() => go(NO_FILTER, "replace")}>
          <Trans>Clear the filters</Trans>
        </Button>
      ) : null}
    </details>
  );
}

/** The number of a user as it is typed; nothing else is one. */
function numberOf(typed: string): number | undefined {
  const number = Number(typed.trim());
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
