import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { priceInUsd } from "#pwa/parts/assets/price-words.ts";
import type { Prices } from "#pwa/parts/assets/use-prices.ts";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { pricePlaces, showPrice } from "#pwa/parts/market-data/figures.ts";
import { codeOf, issuerOf } from "#pwa/parts/market-data/pair.ts";
import type { Tickers } from "#pwa/parts/market-data/use-tickers.ts";
import { formatPercent, shortenAddress } from "#pwa/ui/format.ts";
import { nameOf } from "./star-button.tsx";
import { figuresOf, type WatchedThing } from "./watched.ts";

interface WatchedLinkProps {
  readonly thing: WatchedThing;
  readonly tickers: Tickers["tickers"];
  readonly priceOf: Prices["priceOf"];
}

const ROW =
  "-mx-2 flex min-h-14 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 rounded-sm px-2 hover:bg-surface-2";

/** Something that is followed with its price and what it did within 24 hours; it leads to where more is to be seen. */
export function WatchedLink({ thing, tickers, priceOf }: WatchedLinkProps) {
  const { base, quote } = thing;
  const body = <WatchedFigures {...{ thing, tickers, priceOf }} />;
  return quote === "" ? (
    <Link to="/assets/$asset" params={{ asset: base }} className={ROW}>
      {body}
    </Link>
  ) : (
    <Link to="/trade/$baseAsset/$quoteAsset" params={{ baseAsset: base, quoteAsset: quote }} className={ROW}>
      {body}
    </Link>
  );
}

function WatchedFigures({ thing, tickers, priceOf }: WatchedLinkProps) {
  const { base, quote } = thing;
  const issuers = [base, quote].map(issuerOf).filter((issuer) => issuer !== "");
  const { price, change } = quote === "" ? ofAsset(base, priceOf) : ofPair(thing, tickers);
  return (
    <>
      <span className="min-w-0">
        <span className="block text-sm font-medium">{nameOf(thing)}</span>
        <span className="block truncate font-mono text-xs text-ink-3">{issuers.map(shortenAddress).join(" / ")}</span>
      </span>
      <span className="text-end">
        <span className="numeric block text-sm">{price ?? t`No price known`}</span>
        {change === null ? null : (
          <span className="block text-xs text-ink-3">
            <ChangeToday change={change} />
          </span>
        )}
      </span>
    </>
  );
}

function ChangeToday({ change }: { readonly change: string }) {
  const delta = <Delta sign={Number(change)}>{formatPercent(change.replace(/^[-+]/, ""), " ")}</Delta>;
  return <Trans>{delta} in 24 h</Trans>;
}

function ofAsset(key: string, priceOf: Prices["priceOf"]) {
  const price = priceOf(codeOf(key), issuerOf(key));
  return {
    price: price === null || price.usd === null ? null : priceInUsd(price.usd),
    change: price?.change24h ?? null,
  };
}

function ofPair(thing: WatchedThing, tickers: Tickers["tickers"]) {
  const { last = null, change = null } = figuresOf(tickers, thing) ?? {};
  const price = last === null ? null : `${showPrice(last, pricePlaces(Number(last)))} ${codeOf(thing.quote)}`;
  return { price, change };
}
