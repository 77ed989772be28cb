import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { heldAssets } from "#pwa/parts/assets/held-assets.ts";
import { readKeptFacts } from "#pwa/parts/assets/kept-facts.ts";
import { readKeptListed } from "#pwa/parts/market-data/listed-assets.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatSeries, shortenAddress } from "#pwa/ui/format.ts";
import { ListRow } from "#pwa/ui/list.tsx";
import { closeSheets } from "#pwa/ui/open-sheets.ts";
import type { Source } from "./entries.ts";
import { traitsOf } from "./match.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

interface FoundAsset {
  readonly key: string;
  readonly assetCode: string;
  readonly issuer: string;
  readonly name: string;
  readonly website: string | null;
  readonly image: string | null;
  /** Null where it is listed, but not held. */
  readonly balance: string | null;
}

/** What is held, then what is listed besides, as this device knows it: nobody is asked. */
export function useAssetSource(userId: number): Source<FoundAsset> {
  const { rows } = useRows("balances");
  const navigate = useNavigate();
  const findables = useMemo(
    () =>
      knownAssets(rows, userId).map((asset) => ({
        thing: asset,
        traits: traitsOf(asset.assetCode, `${asset.name}\n${asset.website ?? ""}`, [asset.issuer]),
      })),
    [rows, userId],
  );
  return {
    findables,
    idOf: ({ key }) => `asset:${key}`,
    toOption: (asset) => ({
      id: `asset:${asset.key}`,
      isKept: true,
      content: <AssetLine asset={asset} />,
      run: () => {
        closeSheets();
        void navigate({ to: "/assets/$asset", params: { asset: asset.key } });
      },
    }),
  };
}

function knownAssets(balances: Parameters<typeof heldAssets>[0], userId: number): readonly FoundAsset[] {
  const facts = readKeptFacts(userId)?.assets ?? [];
  const listed = readKeptListed()?.assets ?? [];
  const images = new Map([...listed, ...facts].map((one) => [assetKeyOf(one), one.image]));
  const held = heldAssets(balances, { facts, listed }).map((holding) => {
    const asset = { ...holding, issuer: holding.issuer ?? "" };
    const key = assetKeyOf(asset);
    return { ...asset, key, image: images.get(key) ?? null };
  });
  const others = listed
    .map((asset) => ({ ...asset, key: assetKeyOf(asset), website: null, balance: null }))
    .filter(({ key }) => held.every((asset) => asset.key !== key));
  return [...held, ...others];
}

function AssetLine({ asset }: { readonly asset: FoundAsset }) {
  const { assetCode, issuer, name, image, balance } = asset;
  return (
    <ListRow
      lead={<AssetMark asset={asset} image={image} />}
      title={name === assetCode ? assetCode : formatSeries([assetCode, inSentence(name)])}
      detail={issuer === "" ? t`The network's own` : <span className="font-mono">{shortenAddress(issuer)}</span>}
      {...(balance === null ? { trailDetail: t`Listed here` } : { trail: <Amount value={balance} /> })}
    />
  );
}
