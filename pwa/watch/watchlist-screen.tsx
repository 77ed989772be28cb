import { t } from "@lingui/core/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { pairKey } from "#pwa/parts/market-data/pair.ts";
import { useTickers } from "#pwa/parts/market-data/use-tickers.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { useWatchlist } from "#pwa/parts/watchlist/use-watchlist.ts";
import { addPriceAlert, editPriceAlert, removePriceAlert } from "#pwa/platform/db/edits.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { newUid } from "#pwa/platform/device/random.ts";
import { later } from "#pwa/ui/later.tsx";
import { Page } from "#pwa/ui/page.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import type { PriceAlert } from "./alert-words.ts";
import { AlertsCard } from "./alerts-card.tsx";
import { readAskedPair } from "./asked-pair.ts";
import type { AlertDraft } from "./use-alert-form.ts";
import { LostWatched } from "./lost-watched.tsx";
import { WatchedCard } from "./watched-card.tsx";

const AlertSheet = later(async () => (await import("./alert-sheet.tsx")).AlertSheet);

type Opened =
  | { readonly kind: "add"; readonly pair: PairQuery }
  | { readonly kind: "edit"; readonly alert: PriceAlert };

/** What a person follows, and the prices that they want to be told of. */
export function WatchlistScreen() {
  const watchlist = useWatchlist();
  const { rows, isLoading } = useRows("price_alerts");
  const alerts = useMemo(() => rows.toSorted((left, right) => (left.setAt < right.setAt ? 1 : -1)), [rows]);
  const database = useUserDatabase();
  const [opened, setOpened] = useOpened();
  const pairs = usePairs(watchlist.rows, opened);
  const [first] = pairs;
  return (
    <Page
      title={t`Watchlist`}
      description={t`Markets and assets that you follow, and prices that you want to be told of.`}
    >
      <div className="mb-4 empty:hidden">
        {isLoading || watchlist.isLoading ? null : <LostWatched alerts={alerts} watched={watchlist.rows} />}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <WatchedCard watchlist={watchlist} />
        <AlertsCard
          alerts={alerts}
          isLoading={isLoading}
          onAdd={first === undefined ? null : () => setOpened({ kind: "add", pair: first })}
          onEdit={(alert) => setOpened({ kind: "edit", alert })}
          onSetAgain={({ uid }) =>
            tellFailure(database && editPriceAlert(database, uid, { setAt: now(), atOnce: false }, nowMs()))
          }
          onRemove={({ uid }) => tellFailure(database && removePriceAlert(database, uid, nowMs()))}
        />
      </div>
      {opened === null || database === null ? null : (
        <AlertSheet
          key={opened.kind === "edit" ? opened.alert.uid : pairKey(opened.pair)}
          title={opened.kind === "edit" ? t`Edit alert` : t`New alert`}
          initial={draftOf(opened)}
          pairs={pairs}
          onSave={async (draft) => {
            await keep(database, opened, draft);
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}

/** What lies over the lists; `?alert=` in the page's address opens the form for that pair. */
function useOpened() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { alert: asked } = search;
  useEffect(() => {
    const pair = readAskedPair(asked);
    if (pair === null) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the page's address asks once, and is cleaned right after.
    setOpened({ kind: "add", pair });
    void navigate({ to: "/watchlist", replace: true });
  }, [asked, navigate]);
  return [opened, setOpened] as const;
}

/** Those that an alert can be set for: what is followed first, then whatever is listed, both ways round. */
function usePairs(followed: readonly PairQuery[], opened: Opened | null): readonly PairQuery[] {
  const { tickers } = useTickers();
  return useMemo(() => {
    const asked = opened === null ? [] : [opened.kind === "add" ? opened.pair : opened.alert];
    const listed = tickers.flatMap(({ base, quote }) => [
      { base, quote },
      { base: quote, quote: base },
    ]);
    const all = [...asked, ...followed.filter(({ quote }) => quote !== ""), ...listed];
    return [...new Map(all.map(({ base, quote }) => [pairKey({ base, quote }), { base, quote }])).values()];
  }, [tickers, followed, opened]);
}

function draftOf(opened: Opened): AlertDraft {
  if (opened.kind === "add") {
    const { base, quote } = opened.pair;
    return { base, quote, direction: "above", price: "", repeats: false, atOnce: false, note: "" };
  }
  const { base, quote, direction, price, repeats, note } = opened.alert;
  return { base, quote, direction, price, repeats, atOnce: false, note };
}

/** A note alone does not set an alert anew. */
async function keep(database: UserDatabase, opened: Opened, draft: AlertDraft): Promise<void> {
  if (opened.kind === "add") return addPriceAlert(database, newUid(), { ...draft, setAt: now() }, nowMs());
  const { alert } = opened;
  const isSame = (["base", "quote", "direction", "price", "repeats"] as const).every(
    (field) => alert[field] === draft[field],
  );
  const changes = isSame && !draft.atOnce ? { note: draft.note } : { ...draft, setAt: now() };
  return editPriceAlert(database, alert.uid, changes, nowMs());
}

function now(): string {
  return new Date(nowMs()).toISOString();
}

function tellFailure(writing: Promise<void> | null): void {
  writing?.catch((error: unknown) =>
    showToast({
      title: t`The alert was not changed`,
      description: error instanceof Error ? error.message : String(error),
      tone: "destructive",
    }),
  );
}
