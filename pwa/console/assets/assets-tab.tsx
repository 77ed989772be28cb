import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { type Asked, useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { type Place, usePlace } from "#pwa/console/desk/place.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { hasWords } from "#schemas/values/fold-text.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import { AssetCard, assetColumns } from "./asset-columns.tsx";
import type { ListedRow, Listing } from "./asset-draft.ts";
import { rowOf, shortKey } from "./asset-words.ts";
import { DollarSheet } from "./dollar-sheet.tsx";
import { ListSheet } from "./list-sheet.tsx";
import { OpenAsset } from "./open-asset.tsx";
import { OpenPair } from "./open-pair.tsx";
import { pairColumns, poolText } from "./pair-columns.tsx";
import { pairName, pairNumber, type PairRow, pairRows } from "./pair-rows.ts";
import { PairsSheet } from "./pairs-sheet.tsx";
import { WaitingListings } from "./waiting-listings.tsx";

const NO_ASSETS: readonly ListedRow[] = [];
const NO_POOLS: readonly PoolSummary[] = [];
const NO_PAIRS: readonly PairRow[] = [];

/** What is listed and was once, the pairs and pools that are put forward, and which asset is the dollar. */
export function AssetsTab() {
  const place = usePlace();
  const asked = useAsk(LISTING_ENDPOINTS.listing, {});
  return (
    <>
      <Head listing={asked.value} />
      <WaitingListings />
      {place.place.show === "pairs" ? (
        <PairList asked={asked} place={place} />
      ) : (
        <AssetList asked={asked} place={place} />
      )}
    </>
  );
}

/** What is done to the list as a whole, above both of its parts. */
function Head({ listing }: { readonly listing: Listing | null }) {
  const may = useMay();
  const [sheet, setSheet] = useState<"list" | "pairs" | "dollar" | null>(null);
  if (listing === null) return null;
  const close = () => setSheet(null);
  const dollar = listing.dollar === null ? null : shortKey(listing.dollar);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <p className="me-auto min-w-0 text-sm text-ink-2">
        {dollar === null ? (
          <Trans>No asset is the US dollar: nothing is priced in USD.</Trans>
        ) : (
          <Trans>
            The US dollar is <bdi dir="ltr">{dollar}</bdi>.
          </Trans>
        )}
      </p>
      {may(LISTING_ENDPOINTS.listAsset) ? (
        <Button size="sm" onClick={() => setSheet("list")}>
          <Trans>List an asset</Trans>
        </Button>
      ) : null}
      {may(LISTING_ENDPOINTS.setPairs) ? (
        <Button variant="secondary" size="sm" onClick={() => setSheet("pairs")}>
          <Trans>Change pairs and pools</Trans>
        </Button>
      ) : null}
      {may(LISTING_ENDPOINTS.setDollar) ? (
        <Button variant="secondary" size="sm" onClick={() => setSheet("dollar")}>
          <Trans>Choose the dollar</Trans>
        </Button>
      ) : null}
      {sheet === "list" ? <ListSheet listing={listing} onClose={close} /> : null}
      {sheet === "pairs" ? <PairsSheet listing={listing} onClose={close} /> : null}
      {sheet === "dollar" ? <DollarSheet listing={listing} onClose={close} /> : null}
    </div>
  );
}

interface PartProps {
  readonly asked: Asked<Listing>;
  readonly place: Place;
}

function AssetList({ asked, place }: PartProps) {
  const { find = "" } = place.place;
  const listing = asked.value;
  const dollar = listing?.dollar ?? null;
  const columns = useMemo(() => assetColumns(dollar), [dollar]);
  const all = listing?.assets ?? NO_ASSETS;
  const rows = useMemo(
    () => all.filter(({ assetCode, issuer, name }) => hasWords([assetCode, issuer, name], find)),
    [all, find],
  );
  return (
    <ListView
      label={t`Assets`}
      fileName="assets"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={rowOf}
      titleOf={(id) => all.find((asset) => rowOf(asset) === id)?.assetCode ?? t`Asset`}
      place={place}
      renderCard={(asset) => <AssetCard asset={asset} dollar={dollar} />}
      searchLabel={t`Search by code, name or issuer`}
      filters={<PartFilter place={place} />}
      empty={{
        title: t`Nothing is listed`,
        text: t`As soon as an asset is listed, people can trade it: it is quoted, priced and charted within seconds.`,
      }}
      renderOpen={(id) => {
        const asset = all.find((each) => rowOf(each) === id);
        if (asset && listing) return <OpenAsset asset={asset} listing={listing} />;
        return listing === null ? null : <Notice>{t`There is no such asset in the list.`}</Notice>;
      }}
    />
  );
}

function PairList({ asked, place }: PartProps) {
  const { find = "" } = place.place;
  const listing = asked.value;
  const columns = useMemo(() => pairColumns(), []);
  const pools = useAsk(MARKETS_ENDPOINTS.marketPools, {}).value?.pools ?? NO_POOLS;
  const all = useMemo(() => (listing === null ? NO_PAIRS : pairRows(listing, pools)), [listing, pools]);
  const rows = useMemo(() => all.filter(({ base, quote }) => hasWords([base, quote], find)), [all, find]);
  const byId = (id: number) => all.find((pair) => pairNumber(pair) === id);
  return (
    <ListView
      label={t`Pairs and pools`}
      fileName="pairs"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={pairNumber}
      titleOf={(id) => {
        const pair = byId(id);
        return pair === undefined ? t({ message: "Pair", context: "two assets" }) : pairName(pair);
      }}
      place={place}
      renderCard={(pair) => <p className="text-sm text-ink-2">{poolText(pair)}</p>}
      searchLabel={t`Search by code or issuer`}
      filters={<PartFilter place={place} />}
      empty={{
        title: t`No pair is put forward`,
        text: t`People see all pairs of listed assets then, the busiest first.`,
      }}
      renderOpen={(id) => {
        const pair = byId(id);
        if (pair && listing) return <OpenPair row={pair} listing={listing} />;
        return listing === null ? null : <Notice>{t`This pair is put forward no more.`}</Notice>;
      }}
    />
  );
}

function PartFilter({ place: { place, go } }: { readonly place: Place }) {
  return (
    <ShowFilter
      label={t`What is shown`}
      items={[
        { value: "assets", label: t`Assets` },
        { value: "pairs", label: t`Pairs and pools` },
      ]}
      value={place.show === "pairs" ? "pairs" : "assets"}
      onValueChange={(show) =>
        go({
          show: show === "pairs" ? show : undefined,
          open: undefined,
          find: undefined,
          sort: undefined,
          hide: undefined,
        })
      }
    />
  );
}
