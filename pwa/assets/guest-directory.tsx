import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { formatSeries, shortenAddress } from "#pwa/ui/format.ts";
import { assetDirectory, PageText } from "#pwa/pages/door.ts";
import { LISTED_QUESTION } from "#pwa/parts/market-data/listed-assets.ts";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { useIsRunning } from "#pwa/ui/use-is-running.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

/** What guests see at /assets: the page's text, and the assets that are listed. */
export function GuestDirectory() {
  const { data } = useQuery(LISTED_QUESTION);
  // The markup that came with the page has none of what this device was told once.
  const assets = (useIsRunning() ? data?.assets : null) ?? [];
  return (
    <>
      <PageText path="/assets" own={assetDirectory()} />
      {assets.length === 0 ? null : (
        <section
          aria-labelledby="listed-assets"
          className="mx-auto -mt-4 w-full max-w-3xl px-4 pb-12 sm:-mt-8 sm:px-6 sm:pb-16"
        >
          <h2 id="listed-assets" className="mb-2 text-lg font-semibold">
            <Trans>Listed here</Trans>
          </h2>
          <List>
            {assets.map((asset) => (
              <li key={assetKeyOf(asset)}>
                <ListRow
                  lead={<AssetMark asset={asset} image={asset.image} />}
                  title={formatSeries([asset.assetCode, inSentence(asset.name)])}
                  detail={
                    <span title={asset.issuer} className="font-mono">
                      {shortenAddress(asset.issuer)}
                    </span>
                  }
                />
                <p dir="auto" className="pb-3 text-sm break-words text-ink-2">
                  {asset.description}
                </p>
              </li>
            ))}
          </List>
        </section>
      )}
    </>
  );
}
