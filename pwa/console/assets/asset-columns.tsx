import { t } from "@lingui/core/macro";
import type { Column } from "#pwa/console/desk/columns.ts";
import { stateColumn, whenColumn } from "#pwa/console/desk/common-columns.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount, shortenAddress } from "#pwa/ui/format.ts";
import type { ListedRow } from "./asset-draft.ts";
import { IssuerBadges, StateBadge } from "./asset-badges.tsx";

/** Made anew with every language, and with another dollar. */
export function assetColumns(dollar: string | null): readonly Column<ListedRow>[] {
  return [
    {
      name: "asset",
      label: t`Asset`,
      isFixed: true,
      namesRow: true,
      cell: (asset) => (
        <span className="flex items-center gap-2.5">
          <AssetMark asset={asset} image={asset.image} />
          <AssetName asset={asset} dollar={dollar} />
        </span>
      ),
      text: assetKeyOf,
      sortBy: ({ assetCode }) => assetCode,
    },
    {
      name: "name",
      label: t({ message: "Name", context: "of an asset" }),
      cell: ({ name }) => <AsTyped>{name}</AsTyped>,
      text: ({ name }) => name,
      sortBy: ({ name }) => name,
    },
    stateColumn(
      (asset) => <StateBadge asset={asset} />,
      ({ state }) => state,
    ),
    {
      name: "powers",
      label: t`Powers of the issuer`,
      cell: (asset) => <IssuerBadges asset={asset} />,
      text: ({ issuerNow }) => JSON.stringify(issuerNow),
    },
    {
      name: "place",
      label: t({ message: "Place", context: "in a list" }),
      isNumeric: true,
      cell: ({ order }) => formatCount(order),
      text: ({ order }) => String(order),
      sortBy: ({ order }) => order,
    },
    {
      name: "featured",
      label: t`Put forward`,
      cell: ({ isFeatured }) => (isFeatured ? <Badge tone="accent">{t`Put forward`}</Badge> : null),
      text: ({ isFeatured }) => String(isFeatured),
      sortBy: ({ isFeatured }) => (isFeatured ? 0 : 1),
    },
    whenColumn("since", t({ message: "Since", context: "when it was listed or delisted" }), ({ since }) => since),
  ];
}

function AssetName({
  asset: { assetCode, issuer },
  dollar,
}: {
  readonly asset: ListedRow;
  readonly dollar: string | null;
}) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex items-center gap-1.5 font-medium">
        <bdi dir="ltr">{assetCode}</bdi>
        {dollar === `${assetCode}-${issuer}` ? <DollarBadge /> : null}
      </span>
      <span className="font-mono text-xs text-ink-3">{shortenAddress(issuer)}</span>
    </span>
  );
}

export function DollarBadge() {
  return <Badge tone="accent">{t`The US dollar`}</Badge>;
}

export function AssetCard({ asset, dollar }: { readonly asset: ListedRow; readonly dollar: string | null }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <span className="flex items-center gap-2.5">
        <AssetMark asset={asset} image={asset.image} />
        <AssetName asset={asset} dollar={dollar} />
      </span>
      <AsTyped>{asset.name}</AsTyped>
      <span className="flex flex-wrap items-center gap-1">
        <StateBadge asset={asset} />
        <IssuerBadges asset={asset} />
      </span>
    </div>
  );
}
