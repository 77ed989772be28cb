import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, Navigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { usePutForward } from "#pwa/parts/market-data/put-forward.ts";
import { useListedAssets, useTickers } from "#pwa/parts/market-data/use-tickers.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { readLastPair } from "./last-pair.ts";
import type { PairTarget } from "./pair-link.ts";
import type { AskedPair } from "./read-pair.ts";

interface NoPairProps {
  readonly title: string;
  /** Null where the address names none. */
  readonly asked: Exclude<AskedPair, PairQuery> | null;
  readonly linkTo: (pair: PairQuery) => PairTarget;
  readonly first: PairQuery | null;
}

/** A page of a pair as long as it is not known of which: it leads to one, or says why it cannot. */
export function NoPair({ title, asked, linkTo, first }: NoPairProps) {
  const isOnline = useOnline();
  if (asked === null) return <FirstPair title={title} linkTo={linkTo} first={first} />;
  if (asked.kind === "unknown")
    return (
      <Nothing page={title} title={t`There is no such pair`}>
        {asked.problem}
      </Nothing>
    );
  return isOnline ? (
    <Waiting title={title} />
  ) : (
    <Nothing page={title} title={t`It is not known here which asset is meant by ${{ code: asked.code }}`}>
      <Trans>
        You are offline. Name it with its issuer, as {{ code: asked.code }}-G..., or try again once you are connected.
      </Trans>
    </Nothing>
  );
}

type FirstPairProps = Omit<NoPairProps, "asked">;

/** The pair looked at last; else of those put forward the one that is traded most, and else XLM with what is listed first. */
function FirstPair({ title, linkTo, first }: FirstPairProps) {
  const last = useMemo(() => first ?? readLastPair(), [first]);
  const { tickers, isLoading } = useTickers();
  const listed = useListedAssets();
  const { placeOf } = usePutForward();
  const isOnline = useOnline();
  if (last !== null) return <Navigate {...linkTo(last)} replace />;
  const inOrder = tickers.toSorted((left, right) => (placeOf(left) ?? 0) - (placeOf(right) ?? 0));
  const forward = inOrder.filter((ticker) => placeOf(ticker) !== null);
  const [busiest] = (forward.length > 0 ? forward : inOrder).toSorted((left, right) => right.trades - left.trades);
  if (busiest !== undefined) return <Navigate {...linkTo(busiest)} replace />;
  const [asset] = listed ?? [];
  if (asset !== undefined && !isLoading)
    return <Navigate {...linkTo({ base: NATIVE_CODE, quote: `${asset.assetCode}-${asset.issuer}` })} replace />;
  if (isLoading || (listed === null && isOnline)) return <Waiting title={title} />;
  return (
    <Nothing page={title} title={isOnline ? t`Nothing is listed here yet` : t`No market was seen on this device yet`}>
      {isOnline
        ? t`As soon as this service lists an asset, it can be traded here. Assets you hold can be traded from their own page.`
        : t`You are offline. Markets appear here once you are connected, and stay readable afterwards.`}
    </Nothing>
  );
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <Page title={title} width="wide">
      <Skeleton className="h-96 w-full" />
    </Page>
  );
}

interface NothingProps {
  readonly page: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Nothing({ page, title, children }: NothingProps) {
  return (
    <Page title={page}>
      <EmptyState
        title={title}
        action={
          <Button asChild>
            <Link to="/assets">
              <Trans>See your assets</Trans>
            </Link>
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}
