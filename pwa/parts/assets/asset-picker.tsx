import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useMemo, useState } from "react";
import { Amount } from "#pwa/ui/amount.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Input } from "#pwa/ui/field.tsx";
import { formatSeries, shortenAddress } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { AssetMark } from "./asset-mark.tsx";
import { searchAssets } from "./search-assets.ts";
import type { KnownAsset } from "./use-known-assets.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

interface AssetPickerProps {
  readonly title: string;
  readonly assets: readonly KnownAsset[];
  /** The key of the one that is chosen now. */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  readonly onClose: () => void;
}

/** Chooses one of the assets that are held or listed. */
export function AssetPickerSheet({ title, assets, chosen, onChoose, onClose }: AssetPickerProps) {
  const [text, setText] = useState("");
  const found = useMemo(() => searchAssets(assets, text), [assets, text]);
  return (
    <Sheet onClose={onClose} title={title}>
      <Input
        type="search"
        aria-label={t`Search assets`}
        placeholder={t`Search by code, name or issuer`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 ? (
        <EmptyState title={t`No such asset here`}>
          <Trans>What you hold and what is listed here can be chosen. Other assets are added under Assets.</Trans>
        </EmptyState>
      ) : (
        <List aria-label={t`Assets`} className="mt-2">
          {found.map((asset) => (
            <li key={asset.key}>
              <Choice asset={asset} isChosen={asset.key === chosen} onChoose={() => onChoose(asset.key)} />
            </li>
          ))}
        </List>
      )}
    </Sheet>
  );
}

interface ChoiceProps {
  readonly asset: KnownAsset;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ asset, isChosen, onChoose }: ChoiceProps) {
  const { assetCode, issuer, name, image, balance } = asset;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 text-start transition-colors duration-150 hover:bg-surface-2"
    >
      <ListRow
        lead={<AssetMark asset={asset} image={image} />}
        title={
          <span className="flex items-center gap-1.5">
            {name === null ? assetCode : formatSeries([assetCode, inSentence(name)])}
            {isChosen ? <Check aria-hidden="true" className="size-4 shrink-0 text-accent" /> : null}
          </span>
        }
        detail={issuer === "" ? t`The network's own` : <span className="font-mono">{shortenAddress(issuer)}</span>}
        {...(balance === null
          ? {}
          : {
              trail: <Amount value={balance.balance} />,
              trailDetail: t({ message: "held", context: "an amount that one has" }),
            })}
      />
    </button>
  );
}
