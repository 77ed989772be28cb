import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Code } from "#pwa/console/desk/code.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { codeOf, pairKey } from "#pwa/parts/market-data/pair.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount, formatDate, formatList } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import { StateBadge } from "./asset-badges.tsx";
import type { ListedRow, Listing } from "./asset-draft.ts";
import { ChangeSheet, DelistSheet } from "./change-sheet.tsx";
import { PowerNotice } from "./found-facts.tsx";
import { ListSheet } from "./list-sheet.tsx";

interface OpenAssetProps {
  readonly asset: ListedRow;
  readonly listing: Listing;
}

/** One asset as people are told of it, what its issuer can do to them, and what an operator can do about it. */
export function OpenAsset({ asset, listing }: OpenAssetProps) {
  const { issuerNow } = asset;
  return (
    <div className="flex flex-col gap-4 text-sm">
      {issuerNow === null ? (
        <Notice tone="warn">{t`The network does not answer: what its issuer can do is not known now.`}</Notice>
      ) : issuerNow.isGone ? (
        <Notice tone="error">
          {t`The issuer has closed its account. Nobody makes this asset or takes it back any more.`}
        </Notice>
      ) : (
        <PowerNotice powers={issuerNow.powers} />
      )}
      <Facts facts={factsOf(asset, listing)} />
      <Acts asset={asset} listing={listing} />
    </div>
  );
}

function factsOf(asset: ListedRow, { pairs }: Listing) {
  const none = t({ message: "none", context: "not said" });
  const key = assetKeyOf(asset);
  const names = pairs
    .filter(({ base, quote }) => base === key || quote === key)
    .map((pair) => pairKey({ base: codeOf(pair.base), quote: codeOf(pair.quote) }));
  const told = (text: string) => (text === "" ? none : <AsTyped>{text}</AsTyped>);
  return [
    { name: t({ message: "State", context: "how something stands" }), value: <StateBadge asset={asset} /> },
    {
      name: t({ message: "Since", context: "when it was listed or delisted" }),
      value: formatDate(Date.parse(asset.since), { withTime: true }),
    },
    { name: t`Issuer`, value: <Code text={asset.issuer} /> },
    { name: t({ message: "Name", context: "of an asset" }), value: told(asset.name) },
    { name: t({ message: "Description", context: "of an asset" }), value: told(asset.description) },
    { name: t({ message: "Conditions", context: "of an asset" }), value: told(asset.conditions) },
    { name: t({ message: "Website", context: "of an asset" }), value: told(asset.website ?? "") },
    { name: t({ message: "Place", context: "in a list" }), value: formatCount(asset.order) },
    {
      name: t`Put forward`,
      value: asset.isFeatured ? t({ message: "yes", context: "answer" }) : t({ message: "no", context: "answer" }),
    },
    { name: t`Pairs`, value: names.length === 0 ? none : formatList(names) },
  ];
}

function Acts({ asset, listing }: OpenAssetProps) {
  const may = useMay();
  const [act, setAct] = useState<"change" | "delist" | "list" | null>(null);
  const close = () => setAct(null);
  const { version, dollar } = listing;
  if (asset.state === "delisted")
    return may(LISTING_ENDPOINTS.listAsset) ? (
      <div>
        <Button onClick={() => setAct("list")}>
          <Trans>List it again</Trans>
        </Button>
        {act === "list" ? <ListSheet listing={listing} first={asset} onClose={close} /> : null}
      </div>
    ) : null;
  const isDollar = dollar === assetKeyOf(asset);
  return (
    <>
      {isDollar && may(LISTING_ENDPOINTS.delistAsset) ? (
        <Notice>{t`All prices are counted in it: it can be delisted once another asset is the US dollar.`}</Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {may(LISTING_ENDPOINTS.changeListedAsset) ? (
          <Button onClick={() => setAct("change")}>{t({ message: "Change", context: "button" })}</Button>
        ) : null}
        {may(LISTING_ENDPOINTS.delistAsset) && !isDollar ? (
          <Button variant="secondary" onClick={() => setAct("delist")}>
            <Trans>Delist</Trans>
          </Button>
        ) : null}
      </div>
      {act === "change" ? <ChangeSheet asset={asset} version={version} onClose={close} /> : null}
      {act === "delist" ? <DelistSheet asset={asset} version={version} onClose={close} /> : null}
    </>
  );
}
