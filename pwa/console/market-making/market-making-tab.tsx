import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { Column } from "#pwa/console/desk/columns.ts";
import { amountColumn, Nothing, numberColumn, stateColumn, userColumn } from "#pwa/console/desk/common-columns.tsx";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { pairWords } from "#pwa/parts/market-making/pool-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { MARKET_DESK_ENDPOINTS } from "#schemas/endpoints/market-desk.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { OpenPool } from "./open-pool.tsx";
import { type DeskPool, PoolBadge, stopNames } from "./pool-badge.tsx";

const NONE: readonly DeskPool[] = [];
const SHOWS = ["active", "stopped"] as const;

/** People's market-making pools: who has them, how they stand, and stopping them. */
export function MarketMakingTab() {
  const place = usePlace();
  const { find = "", show } = place.place;
  const columns = useMemo(() => poolColumns(), []);
  const asked = useAsk(MARKET_DESK_ENDPOINTS.marketDesk, {});
  const all = asked.value?.pools ?? NONE;
  const chosen = SHOWS.find((each) => each === show);
  const rows = useMemo(
    () =>
      all.filter(
        ({ username, userId, terms, status }) =>
          hasWords([username, String(userId), pairWords(terms)], find) &&
          (chosen === undefined || (chosen === "active") === (status === "active")),
      ),
    [all, find, chosen],
  );
  return (
    <ListView
      label={t`Market-making pools`}
      fileName="market-making-pools"
      shows={SHOWS}
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={(id) => t`Pool ${id}`}
      place={place}
      renderCard={(pool) => <PoolCard pool={pool} />}
      searchLabel={t`Search by person or pair`}
      filters={
        <>
          <ShowFilter
            label={t`Which pools`}
            items={[
              { value: "all", label: t({ message: "All", context: "market-making pools" }) },
              { value: "active", label: t({ message: "Running", context: "market-making pools" }) },
              { value: "stopped", label: t({ message: "Not running", context: "market-making pools" }) },
            ]}
            value={chosen ?? "all"}
            onValueChange={(next) => place.go({ show: next === "all" ? undefined : next }, "replace")}
          />
          <StopAll pools={all} />
        </>
      }
      empty={{
        title: t`There are no pools`,
        text: t`Pools with which people make markets stand here, until everything went back to them.`,
      }}
      renderOpen={(id) => {
        const pool = all.find((each) => each.id === id);
        if (pool) return <OpenPool key={pool.id} pool={pool} />;
        return asked.value === null ? null : <Notice>{t`There is no such pool.`}</Notice>;
      }}
    />
  );
}

/** Takes all pools' offers out of the book at once. */
function StopAll({ pools }: { readonly pools: readonly DeskPool[] }) {
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const running = pools.filter(({ status }) => status === "active").length;
  if (running === 0 || !may(MARKET_DESK_ENDPOINTS.stopAllMarketPools)) return null;
  return (
    <>
      <Button variant="danger" size="sm" onClick={() => setAsked(true)}>
        <Trans>Stop all pools</Trans>
      </Button>
      {isAsked ? (
        <ReasonSheet
          title={t`Stop all pools?`}
          description={plural(running, {
            one: "# pool runs. Its offers are taken out of the book, and nobody starts it until it is let go.",
            other: "# pools run. Their offers are taken out of the book, and nobody starts them until they are let go.",
          })}
          submit={t`Stop all pools`}
          tone="danger"
          carryOut={(body) => call(MARKET_DESK_ENDPOINTS.stopAllMarketPools, { body })}
          done={t`All pools are stopped`}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}

function poolColumns(): readonly Column<DeskPool>[] {
  return [
    numberColumn(({ id }) => id),
    userColumn(({ userId }) => userId),
    {
      name: "pair",
      label: t`Pair`,
      cell: ({ terms }) => <bdi dir="ltr">{pairWords(terms)}</bdi>,
      text: ({ terms }) => pairWords(terms),
      sortBy: ({ terms }) => pairWords(terms),
    },
    amountColumn(({ worth, terms }) => ({ amount: worth, assetCode: codeOf(terms.quote) }), {
      name: "worth",
      label: t({ message: "Worth", context: "of a market-making pool" }),
    }),
    {
      name: "result",
      label: t`Beside holding`,
      isNumeric: true,
      cell: ({ profitLoss, terms }) => <Gain amount={profitLoss} assetCode={codeOf(terms.quote)} />,
      text: ({ profitLoss }) => profitLoss,
      sortBy: ({ profitLoss }) => Number(profitLoss),
    },
    {
      name: "stop",
      label: t({ message: "Stopped by", context: "a market-making pool" }),
      cell: ({ stop }) => (stop === null ? <Nothing /> : stopNames(stop)),
      text: ({ stop }) => stop ?? "",
      sortBy: ({ stop }) => stop ?? "",
    },
    stateColumn(
      (pool) => <PoolBadge pool={pool} />,
      ({ status }) => status,
    ),
  ];
}

function PoolCard({ pool }: { readonly pool: DeskPool }) {
  const { username, terms, worth, profitLoss, stop } = pool;
  const quote = codeOf(terms.quote);
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <bdi dir="ltr">{pairWords(terms)}</bdi>
        <bdi className="min-w-0 truncate">{username}</bdi>
      </p>
      <p className="flex flex-wrap justify-between gap-x-3">
        <Amount value={worth} assetCode={quote} />
        <Gain amount={profitLoss} assetCode={quote} />
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <PoolBadge pool={pool} />
        {stop === null ? null : <span className="text-ink-3">{stopNames(stop)}</span>}
      </p>
    </div>
  );
}
