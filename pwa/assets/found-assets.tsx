import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatSeries, shortenAddress } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Spinner } from "#pwa/ui/spinner.tsx";
import { ASSETS_ENDPOINTS } from "#schemas/endpoints/assets.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { LISTED_QUESTION } from "#pwa/parts/market-data/listed-assets.ts";
import { proofWords, warningsOf } from "#pwa/parts/assets/facts-words.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

interface FoundProps {
  readonly assets: readonly AssetFacts[];
  readonly held: ReadonlySet<string>;
  readonly onChoose: (facts: AssetFacts) => void;
}

/** What a look-up found, each with what vouches for it. */
export function FoundAssets({ assets, held, onChoose }: FoundProps) {
  return (
    <List aria-label={t`Found assets`}>
      {assets.map((facts) => (
        <li key={assetKeyOf(facts)}>
          <Choice
            asset={facts}
            name={facts.name}
            image={facts.image}
            note={warningsOf(facts)[0] ?? proofWords(facts).text}
            isHeld={held.has(assetKeyOf(facts))}
            onChoose={() => onChoose(facts)}
          />
        </li>
      ))}
    </List>
  );
}

/** The assets that this service lists; what is known of the chosen one is looked up first. */
export function ListedAssets({ held, onChoose }: Omit<FoundProps, "assets">) {
  const { data, error, isPending } = useQuery(LISTED_QUESTION);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function choose(asset: { readonly assetCode: string; readonly issuer: string }) {
    setChosen(assetKeyOf(asset));
    setProblem(null);
    try {
      const { assets } = await call(ASSETS_ENDPOINTS.lookUpAsset, {
        query: { code: asset.assetCode, issuer: asset.issuer },
      });
      if (assets[0]) onChoose(assets[0]);
    } catch (failure) {
      setProblem(sentenceOf(failure, t`The server did not answer. Please check your connection and try again.`));
    } finally {
      setChosen(null);
    }
  }
  if (isPending) return <Skeleton className="h-40 w-full" />;
  if (error !== null)
    return <Notice tone="error">{sentenceOf(error, t`The list could not be read. Please try again later.`)}</Notice>;
  if (data.assets.length === 0)
    return (
      <Notice>
        <Trans>Nothing is listed here. Any asset can be added by its code and issuer, or by its site.</Trans>
      </Notice>
    );
  return (
    <>
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      <List aria-label={t`Listed assets`}>
        {data.assets.map((asset) => (
          <li key={assetKeyOf(asset)}>
            <Choice
              asset={asset}
              name={asset.name}
              image={asset.image}
              note={asset.description}
              isHeld={held.has(assetKeyOf(asset))}
              isBusy={chosen === assetKeyOf(asset)}
              onChoose={() => void choose(asset)}
            />
          </li>
        ))}
      </List>
    </>
  );
}

interface ChoiceProps {
  readonly asset: { readonly assetCode: string; readonly issuer: string };
  readonly name: string | null;
  readonly image: string | null;
  readonly note: string;
  readonly isHeld: boolean;
  readonly isBusy?: boolean;
  readonly onChoose: () => void;
}

function Choice({ asset, name, image, note, isHeld, isBusy = false, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      disabled={isHeld || isBusy}
      onClick={onChoose}
      className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 py-1 text-start transition-colors duration-150 enabled:hover:bg-surface-2 disabled:cursor-default"
    >
      <ListRow
        lead={<AssetMark asset={asset} image={image} />}
        title={name === null ? asset.assetCode : formatSeries([asset.assetCode, inSentence(name)])}
        detail={<span className="font-mono">{shortenAddress(asset.issuer)}</span>}
        {...(isHeld
          ? {
              trail: (
                <Badge tone="up">
                  <Trans>Added</Trans>
                </Badge>
              ),
            }
          : isBusy
            ? { trail: <Spinner size="sm" /> }
            : {})}
      />
      <p dir="auto" className="pb-2 text-sm break-words text-ink-2">
        {note}
      </p>
    </button>
  );
}
