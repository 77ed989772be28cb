import { Link, Navigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useListedAssets, useTickers } from "#pwa/market-data/use-tickers.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { NATIVE_CODE } from "#schemas/fields.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { readLastPair } from "./favourites.ts";
import type { PairTarget } from "./pair-link.ts";
import { readPair } from "./read-pair.ts";

interface PairGateProps {
  /** Of the page, as long as there is no pair on it. */
  readonly title: string;
  /** As the page's address has them. */
  readonly base: string | undefined;
  readonly quote: string | undefined;
  /** Where such a page is, of a pair. */
  readonly linkTo: (pair: PairQuery) => PairTarget;
  /** Where to go without a pair in the address; without it to the one looked at last. */
  readonly first?: PairQuery | null;
  readonly renderPair: (pair: PairQuery) => ReactNode;
}

/** Finds the pair that a page's address asks for, and leads to one where it names none. */
export function PairGate({ title, base, quote, linkTo, first = null, renderPair }: PairGateProps) {
  return base === undefined || quote === undefined ? (
    <FirstPair title={title} linkTo={linkTo} first={first} />
  ) : (
    <AskedPair title={title} linkTo={linkTo} base={base} quote={quote} renderPair={renderPair} />
  );
}

type AskedPairProps = Pick<PairGateProps, "title" | "linkTo" | "renderPair"> & PairQuery;

function AskedPair({ title, base, quote, linkTo, renderPair }: AskedPairProps) {
  const listed = useListedAssets();
  const isOnline = useOnline();
  const asked = useMemo(() => readPair(base, quote, listed), [base, quote, listed]);
  switch (asked.kind) {
    case "pair":
      return renderPair({ base: asked.base, quote: asked.quote });
    case "moved":
      return <Navigate {...linkTo(asked)} replace />;
    case "waiting":
      return isOnline ? (
        <Waiting title={title} />
      ) : (
        <Nothing page={title} title={`It is not known here which asset is meant by ${asked.code}`}>
          You are offline. Name it with its issuer, as {asked.code}-G..., or try again once you are connected.
        </Nothing>
      );
    case "unknown":
      return (
        <Nothing page={title} title="There is no such pair">
          {asked.problem}
        </Nothing>
      );
  }
}

type FirstPairProps = Pick<PairGateProps, "title" | "linkTo"> & { readonly first: PairQuery | null };

/** The pair looked at last; else the one that is traded most, and else XLM with what is listed first. */
function FirstPair({ title, linkTo, first }: FirstPairProps) {
  const last = useMemo(() => first ?? readLastPair(), [first]);
  const { tickers, isLoading } = useTickers();
  const listed = useListedAssets();
  const isOnline = useOnline();
  if (last !== null) return <Navigate {...linkTo(last)} replace />;
  const [busiest] = tickers.toSorted((left, right) => right.trades - left.trades);
  if (busiest !== undefined) return <Navigate {...linkTo(busiest)} replace />;
  const [asset] = listed ?? [];
  if (asset !== undefined && !isLoading)
    return <Navigate {...linkTo({ base: NATIVE_CODE, quote: `${asset.assetCode}-${asset.issuer}` })} replace />;
  if (isLoading || (listed === null && isOnline)) return <Waiting title={title} />;
  return (
    <Nothing page={title} title={isOnline ? "Nothing is listed here yet" : "No market was seen on this device yet"}>
      {isOnline
        ? "As soon as this service lists an asset, it can be traded here. Assets you hold can be traded from their own page."
        : "You are offline. Markets appear here once you are connected, and stay readable afterwards."}
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
            <Link to="/assets">See your assets</Link>
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}
