import { ph, select, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { CurveFigure } from "#pwa/parts/charts/curve-figure.tsx";
import type { DrawnPoint } from "#pwa/parts/charts/draw-curve.ts";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { RangePicker } from "#pwa/parts/charts/range-picker.tsx";
import { usePriceHistory } from "#pwa/parts/assets/use-price-history.ts";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { PricePoint, PriceRange } from "#schemas/markets.ts";
import type { AssetName } from "#pwa/parts/assets/asset-key.ts";
import { percentText, readPercent } from "#pwa/parts/assets/holdings.ts";
import { PriceNote } from "#pwa/parts/assets/price-note.tsx";
import { priceInUsd } from "#pwa/parts/assets/price-words.ts";
import { formatAxisDollars } from "#pwa/ui/format.ts";

/** What one unit costs, now and over time; without a connection as it was last seen, dated. */
export function PriceCard({ asset }: { readonly asset: AssetName }) {
  const [range, setRange] = useState<PriceRange>("30d");
  const prices = usePrices();
  const isOnline = useOnline();
  const { assetCode } = asset;
  const price = prices.priceOf(asset.assetCode, asset.issuer);
  const change = readPercent(price?.change24h ?? null);
  const { points, at, isLoading } = usePriceHistory(asset, range);
  const drawn = useMemo(() => points.flatMap(drawnPrice), [points]);
  return (
    <Card aria-labelledby="asset-price">
      <h2 id="asset-price" className="text-sm text-ink-3">
        <Trans>Price</Trans>
      </h2>
      <p className="numeric mt-1 text-2xl font-semibold">
        {price?.usd == null ? t({ message: "Not known", context: "price" }) : priceInUsd(price.usd)}
      </p>
      <p className="mt-1 mb-4 text-sm text-ink-3">
        {change === null ? null : (
          <>
            <Trans>
              <Delta sign={change}>{ph({ percentage: percentText(change) })}</Delta> in 24 h.
            </Trans>{" "}
          </>
        )}
        <PriceNote prices={prices} />
        {isOnline || at === null ? null : (
          <>
            {" "}
            <Trans>
              Curve last seen <TimeAgo at={at} />.
            </Trans>
          </>
        )}
      </p>
      <div className="mb-4 flex">
        <RangePicker label={t`Time shown`} value={range} onChange={setRange} />
      </div>
      {isLoading ? <Skeleton className="h-64 w-full" /> : null}
      {!isLoading && drawn.length === 0 ? (
        <EmptyState title={nothingKnown(assetCode, range)}>
          <Trans>A price is told where enough of an asset is traded for XLM or for dollars.</Trans>
        </EmptyState>
      ) : (
        <CurveFigure label={t`Price of ${assetCode}`} points={drawn} write={writePrice} />
      )}
    </Card>
  );
}

function nothingKnown(assetCode: string, range: PriceRange): string {
  return t`No price of ${assetCode} is known ${select(range, {
    "1d": "in the last 24 hours",
    "7d": "in the last 7 days",
    "30d": "in the last 30 days",
    "1y": "in the last year",
    other: "of all time",
  })}`;
}

function drawnPrice({ at, usd }: PricePoint): DrawnPoint[] {
  return usd === null ? [] : [{ atMs: Date.parse(at), value: Number(usd), text: priceInUsd(usd) }];
}

function writePrice(value: number): string {
  return formatAxisDollars(value, value >= 1 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 });
}
