import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { useSteadyNow } from "#pwa/parts/journal/steady-now.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { readRowsOf } from "#pwa/platform/db/rows.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Field } from "#pwa/ui/field.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Select } from "#pwa/ui/select.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { type Method, METHODS } from "./lots.ts";
import { type Realised, UNCOUNTED, type Uncounted, yearsOf } from "./realised.ts";
import { SaveButton } from "./save-button.tsx";
import type { BookFacts } from "./use-book.ts";
import { useRealised } from "./use-realised.ts";

const METHOD_OPTIONS = [
  { value: "average", label: METHODS.average },
  { value: "fifo", label: METHODS.fifo },
] as const;

/** What was realised in a year, with its file for taxes. */
export function RealisedSection({ facts }: { readonly facts: BookFacts | null }) {
  const nowMs = useSteadyNow();
  const years = useMemo(() => yearsOf(facts?.pieces ?? [], nowMs), [facts, nowMs]);
  const [year, setYear] = useState(() => new Date(nowMs).getUTCFullYear());
  const [method, setMethod] = useState<Method>("average");
  const realised = useRealised(facts, year, method);
  return (
    <Card aria-labelledby="analytics-realised">
      <CardHeader
        id="analytics-realised"
        title={t`Realised gains by year`}
        description={t`For your taxes: everything that was sold, exchanged, paid or spent on fees in a year by UTC, with what it brought and what it had cost in USD. Ask whoever advises you which method your country wants.`}
      />
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <Field label={t`Year`}>
          {(control) => (
            <Select
              {...control}
              options={years.map((one) => ({ value: String(one), label: String(one) }))}
              value={String(year)}
              onValueChange={(chosen) => setYear(Number(chosen))}
            />
          )}
        </Field>
        <Field label={t`Method`}>
          {(control) => <Select {...control} options={METHOD_OPTIONS} value={method} onValueChange={setMethod} />}
        </Field>
      </div>
      {realised === null ? <Skeleton className="h-32 w-full" /> : <RealisedFigures realised={realised} />}
    </Card>
  );
}

function RealisedFigures({ realised }: { readonly realised: Realised }) {
  const { disposals, uncounted, totals, year } = realised;
  return (
    <div className="flex flex-col gap-4">
      {disposals.length === 0 ? (
        <EmptyState title={t`Nothing was realised in ${year}`}>
          <Trans>Nothing whose price and cost are known was sold, exchanged, paid or spent on fees in this year.</Trans>
        </EmptyState>
      ) : (
        <Facts
          facts={[
            { name: t`Disposals`, value: <span className="numeric">{formatCount(disposals.length)}</span> },
            { name: t`Proceeds`, value: <span className="numeric">{formatUsd(totals.proceeds)}</span> },
            { name: t`Cost`, value: <span className="numeric">{formatUsd(totals.cost)}</span> },
            {
              name: t`Realised`,
              value: <Delta sign={totals.gain}>{formatUsd(totals.gain < 0n ? -totals.gain : totals.gain)}</Delta>,
            },
          ]}
        />
      )}
      {uncounted.length === 0 ? null : (
        <Notice tone="warn" title={t`${countWords(uncounted.length)} not in these figures`}>
          <Trans>{reasonWords(uncounted)} They are listed in a file of their own, without any worth.</Trans>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <SaveRealised kind="disposals" realised={realised} />
        {uncounted.length === 0 ? null : <SaveRealised kind="not-counted" realised={realised} />}
      </div>
    </div>
  );
}

interface SaveRealisedProps {
  readonly kind: "disposals" | "not-counted";
  readonly realised: Realised;
}

function SaveRealised({ kind, realised }: SaveRealisedProps) {
  const database = useUserDatabase();
  const isCounted = kind === "disposals";
  return (
    <SaveButton
      kind={isCounted ? "Disposals (CSV)" : "Not counted (CSV)"}
      what={`${realised.year}`}
      isReady={database !== null && (!isCounted || realised.disposals.length > 0)}
      onSave={async () => {
        if (database === null) return;
        const { saveRealised } = await import("./save-report.ts");
        await saveRealised(kind, realised, (uids) => readRowsOf(database, "transactions", uids));
      }}
    />
  );
}

function countWords(count: number): string {
  return count === 1 ? "1 movement is" : t`${count.toLocaleString("en-US")} movements are`;
}

/** "2: no price known. 1: what it had cost is not known." */
function reasonWords(uncounted: readonly Uncounted[]): string {
  const counts = Map.groupBy(uncounted, ({ why }) => why);
  return [...counts].map(([why, all]) => `${all.length.toLocaleString("en-US")}: ${UNCOUNTED[why]}.`).join(" ");
}
