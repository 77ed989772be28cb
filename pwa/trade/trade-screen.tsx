import { Link, Navigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { pairKey } from "#pwa/market-data/pair.ts";
import { useListedAssets, useTickers } from "#pwa/market-data/use-tickers.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { NATIVE_CODE } from "#schemas/fields.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { readLastPair } from "./favourites.ts";
import { readPair } from "./read-pair.ts";
import { TradeDesk } from "./trade-desk.tsx";

/** `/trade/{baseAsset}/{quoteAsset}`; `/trade` alone leads to the pair that was looked at last. */
export function TradeScreen() {
  const { baseAsset, quoteAsset } = useParams({ strict: false });
  return baseAsset === undefined || quoteAsset === undefined ? (
    <FirstPair />
  ) : (
    <AskedPair base={baseAsset} quote={quoteAsset} />
  );
}

function AskedPair({ base, quote }: PairQuery) {
  const listed = useListedAssets();
  const isOnline = useOnline();
  const asked = useMemo(() => readPair(base, quote, listed), [base, quote, listed]);
  switch (asked.kind) {
    case "pair":
      return <TradeDesk key={pairKey(asked)} base={asked.base} quote={asked.quote} />;
    case "moved":
      return <ToPair {...asked} />;
    case "waiting":
      return isOnline ? (
        <Waiting />
      ) : (
        <Nothing title={`It is not known here which asset is meant by ${asked.code}`}>
          You are offline. Name it with its issuer, as {asked.code}-G..., or try again once you are connected.
        </Nothing>
      );
    case "unknown":
      return <Nothing title="There is no such pair">{asked.problem}</Nothing>;
  }
}

/** The pair looked at last; else the one that is traded most, and else XLM with what is listed first. */
function FirstPair() {
  const last = useMemo(() => readLastPair(), []);
  const { tickers, isLoading } = useTickers();
  const listed = useListedAssets();
  const isOnline = useOnline();
  if (last !== null) return <ToPair {...last} />;
  const [busiest] = tickers.toSorted((left, right) => right.trades - left.trades);
  if (busiest !== undefined) return <ToPair base={busiest.base} quote={busiest.quote} />;
  const [first] = listed ?? [];
  if (first !== undefined && !isLoading)
    return <ToPair base={NATIVE_CODE} quote={`${first.assetCode}-${first.issuer}`} />;
  if (isLoading || (listed === null && isOnline)) return <Waiting />;
  return (
    <Nothing title={isOnline ? "Nothing is listed here yet" : "No market was seen on this device yet"}>
      {isOnline
        ? "As soon as this service lists an asset, it can be traded here. Assets you hold can be traded from their own page."
        : "You are offline. Markets appear here once you are connected, and stay readable afterwards."}
    </Nothing>
  );
}

function ToPair({ base, quote }: PairQuery) {
  return <Navigate to="/trade/$baseAsset/$quoteAsset" params={{ baseAsset: base, quoteAsset: quote }} replace />;
}

function Waiting() {
  return (
    <Page title="Trade" width="wide">
      <Skeleton className="h-96 w-full" />
    </Page>
  );
}

function Nothing({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Page title="Trade">
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
