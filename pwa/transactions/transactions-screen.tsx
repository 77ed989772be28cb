import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { ArrowLeftRight, Download } from "lucide-react";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { useExplorerUrl } from "#pwa/parts/history/use-explorer-url.ts";
import { WaitingCard } from "#pwa/multisig/door.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { useKeptPlace, useReturnTo } from "#pwa/ui/kept-place.ts";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { useHistory } from "#pwa/parts/history/use-history.ts";
import { useMatches } from "#pwa/parts/history/use-matches.ts";
import { assetOptions } from "./asset-options.ts";
import { FilterBar } from "./filter-bar.tsx";
import { isFiltering, makeMatcher, writeFilter, type TransactionFilter } from "./filter.ts";
import { MovementList } from "./movement-list.tsx";
import { OpenCard } from "./open-card.tsx";
import { addressed, openShown, typed } from "./shown-filter.ts";

const ExportSheet = later(async () => (await import("./export-sheet.tsx")).ExportSheet);
const MovementSheet = later(async () => (await import("#pwa/parts/history/movement-sheet.tsx")).MovementSheet);

const FIRST_ROWS = 200;
/** How many rows are above a place that a person comes back to, and on the screen beside. */
const LEAST_ROW_PX = 64;
const AROUND_ROWS = 100;
const MORE_ROWS = 600;
/** While searching, most rows read are not shown: more are read at once. */
const SEARCH_ROWS = 4000;
/** How long nothing more is typed until the page's address says it: the router draws all of the page for each. */
const ADDRESS_AFTER_MS = 150;

export function TransactionsScreen() {
  const { user } = useSession();
  const ownAddress = user?.walletAddress;
  const { directory } = useDirectory();
  const { filter, setFilter, settle } = useFilter();
  const placePx = useKeptPlace();
  const { view, want } = useHistory(Math.max(FIRST_ROWS, Math.ceil(placePx / LEAST_ROW_PX) + AROUND_ROWS));
  const [opened, setOpened] = useState<MovementRow | null>(null);
  const [isExporting, setExporting] = useState(false);
  const explorerUrl = useExplorerUrl();
  const { rows: held } = useRows("balances");
  const assets = useMemo(() => assetOptions(held, view.rows, filter.asset), [held, view.rows, filter.asset]);
  const context = useMemo(() => ({ ownAddress, nameOf: directory.nameOf }), [ownAddress, directory]);
  const deferred = useDeferredValue(filter);
  const isNarrowed = isFiltering(deferred);
  const test = useMemo(() => (isNarrowed ? makeMatcher(deferred, context) : null), [deferred, context, isNarrowed]);
  const { rows, isLooking } = useMatches(view, test);
  const loaded = view.rows.length;
  useReturnTo(placePx, view.isComplete && !isLooking);
  const readOn = useCallback(
    () => (isLooking ? undefined : void want(loaded + (isNarrowed ? SEARCH_ROWS : MORE_ROWS))),
    [want, loaded, isNarrowed, isLooking],
  );

  const open = useCallback(
    (row: MovementRow) => {
      // From what is opened links lead on, and back to what was found.
      settle();
      setOpened(row);
    },
    [settle],
  );

  const hasNone = view.isComplete && view.total === 0;
  return (
    <Page
      title={t`Transactions`}
      description={t`Every movement of your account, newest first.`}
      actions={
        <Button variant="secondary" disabled={hasNone} onClick={() => setExporting(true)}>
          <Download aria-hidden="true" className="size-4" />
          <Trans>Export</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <WaitingCard />
        <OpenCard />
        {view.problem === null ? null : (
          <Notice tone="error" title={t`The history on this device could not be read`}>
            {view.problem}
          </Notice>
        )}
        {hasNone ? (
          <NoTransactions />
        ) : (
          <>
            <FilterBar filter={filter} assets={assets} onChange={setFilter} />
            <p role="status" className="text-sm text-ink-3">
              {countLine(rows.length, loaded, view.total, view.isComplete && !isLooking, isNarrowed)}
            </p>
            <Card className="p-2 sm:p-3">
              {loaded === 0 && view.isLoading ? (
                <Loading />
              ) : (
                <MovementList
                  rows={rows}
                  setSize={isNarrowed ? (view.isComplete && !isLooking ? rows.length : -1) : (view.total ?? -1)}
                  directory={directory}
                  ownAddress={ownAddress}
                  onOpen={open}
                  onNearEnd={readOn}
                />
              )}
              {isNarrowed && view.isComplete && !isLooking && rows.length === 0 ? (
                <EmptyState title={t`Nothing matches`}>
                  <Trans>Change or clear the filters to see more of your history.</Trans>
                </EmptyState>
              ) : null}
            </Card>
          </>
        )}
      </div>
      <MovementSheet
        row={opened}
        directory={directory}
        ownAddress={ownAddress}
        explorerUrl={explorerUrl}
        onClose={() => setOpened(null)}
      />
      {isExporting ? (
        <ExportSheet filter={deferred} context={context} isNarrowed={isNarrowed} onClose={() => setExporting(false)} />
      ) : null}
    </Page>
  );
}

interface Due {
  readonly filter: TransactionFilter;
  /** The path of the page that it was typed on. */
  readonly at: string;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The filter lives in the page's address, so that going back and links keep it, also those followed on this very page. */
function useFilter() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const router = useRouter();
  const [kept, setKept] = useState(() => openShown(search));
  const shown = addressed(kept, search);
  if (shown !== kept) setKept(shown);
  /** What the address does not say yet. */
  const due = useRef<Due>(null);
  const settle = useCallback(() => {
    if (due.current === null) return;
    const { filter, at, timer } = due.current;
    due.current = null;
    clearTimeout(timer);
    // Who is on the way to another page meanwhile is not called back.
    if (router.latestLocation.pathname !== at) return;
    void router.navigate({ to: "/transactions", search: writeFilter(filter), replace: true, resetScroll: false });
  }, [router]);
  useEffect(() => () => clearTimeout(due.current?.timer), []);
  const setFilter = useCallback(
    (filter: TransactionFilter) => {
      setKept((before) => typed(before, filter));
      clearTimeout(due.current?.timer);
      const at = router.latestLocation.pathname;
      due.current = { filter, at, timer: setTimeout(settle, ADDRESS_AFTER_MS) };
    },
    [router, settle],
  );
  return { filter: shown.filter, setFilter, settle };
}

function countLine(
  shown: number,
  loaded: number,
  total: number | null,
  isComplete: boolean,
  isNarrowed: boolean,
): string {
  if (total === null) return loaded === 0 ? t`Reading your transactions` : t`Counting your transactions`;
  const all = formatCount(total);
  if (!isNarrowed)
    return plural(total, { one: `${all} transaction on this device`, other: `${all} transactions on this device` });
  const [found, newest] = [formatCount(shown), formatCount(loaded)];
  return isComplete
    ? plural(shown, { one: `${found} found in ${all}`, other: `${found} found in ${all}` })
    : plural(shown, {
        one: `${found} found in the newest ${newest} of ${all}`,
        other: `${found} found in the newest ${newest} of ${all}`,
      });
}

function Loading() {
  return (
    <div role="status" aria-label={t`Reading your transactions`} className="flex flex-col gap-3 p-2">
      {["a", "b", "c", "d", "e"].map((key) => (
        <Skeleton key={key} className="h-12 w-full" />
      ))}
    </div>
  );
}

function NoTransactions() {
  return (
    <Card>
      <EmptyState
        icon={<ArrowLeftRight />}
        title={t`No transactions yet`}
        action={
          <Button asChild>
            <Link to="/receive">
              <Trans>Receive</Trans>
            </Link>
          </Button>
        }
      >
        <Trans>
          Everything that enters or leaves your account is listed here. The first movement is the one that funds it.
        </Trans>
      </EmptyState>
    </Card>
  );
}
