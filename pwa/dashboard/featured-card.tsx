import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { percentText, readPercent } from "#pwa/parts/assets/holdings.ts";
import type { Prices } from "#pwa/parts/assets/use-prices.ts";
import { priceInUsd } from "#pwa/parts/assets/price-words.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import type { FeaturedTokensOutput } from "#schemas/featured-tokens.ts";

type Featured = FeaturedTokensOutput["tokens"][number];

function siteOf({ name }: Featured): string {
  return t`Site of ${name}`;
}

interface FeaturedCardProps {
  readonly tokens: readonly Featured[];
  readonly prices: Prices;
}

/** What the operator puts forward; said to be that, and no advice. */
export function FeaturedCard({ tokens, prices }: FeaturedCardProps) {
  return (
    <Card aria-labelledby="dashboard-featured">
      <CardHeader
        id="dashboard-featured"
        title={t`Featured tokens`}
        description={t`Chosen by the operator of this service. This is no advice to buy.`}
      />
      <List aria-label={t`Featured tokens`}>
        {tokens.map((token) => (
          <li key={assetKeyOf(token)} className="flex items-center gap-1">
            <FeaturedLink token={token} prices={prices} />
            {token.websiteUrl === null ? null : (
              <a
                href={token.websiteUrl}
                target="_blank"
                rel="noreferrer"
                aria-label={siteOf(token)}
                className="inline-grid size-6 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-surface-2 hover:text-ink pointer-coarse:size-11"
              >
                <ExternalLink aria-hidden="true" className="size-4" />
              </a>
            )}
          </li>
        ))}
      </List>
    </Card>
  );
}

function FeaturedLink({ token, prices }: { readonly token: Featured; readonly prices: Prices }) {
  const price = prices.priceOf(token.assetCode, token.issuer);
  const change = readPercent(price?.change24h ?? null);
  return (
    <Link
      to="/assets/$asset"
      params={{ asset: assetKeyOf(token) }}
      title={token.description ?? undefined}
      className="-mx-2 block min-w-0 flex-1 rounded-sm px-2 transition-colors duration-150 hover:bg-surface-2"
    >
      <ListRow
        lead={<AssetMark asset={token} image={token.image} />}
        title={token.assetCode}
        detail={token.name}
        {...(price?.usd == null ? {} : { trail: <span className="numeric">{priceInUsd(price.usd)}</span> })}
        {...(change === null ? {} : { trailDetail: <Delta sign={change}>{percentText(change)}</Delta> })}
      />
    </Link>
  );
}
