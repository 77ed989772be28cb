import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { percentText } from "#pwa/parts/assets/holdings.ts";
import { PlacesList } from "#pwa/parts/assets/places-list.tsx";
import { uncountedWords } from "#pwa/parts/assets/uncounted-words.ts";
import { shareOf, type Whole } from "#pwa/parts/assets/whole.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { assetWords } from "#pwa/parts/journal/asset-words.ts";

interface AllocationSectionProps {
  readonly whole: Whole;
  readonly poolsAtMs: number | null;
}

/** Which part of the whole each asset is now, wherever it is. */
export function AllocationSection({ whole, poolsAtMs }: AllocationSectionProps) {
  const parts = whole.assets
    .flatMap(({ asset, usd }) => {
      const share = shareOf({ usd }, whole);
      return share === null || share === 0n ? [] : [{ key: asset, usd, share }];
    })
    .toSorted((left, right) => Number(right.share - left.share));
  const keys = parts.map(({ key }) => key);
  const sum = whole.usd === null ? null : formatUsd(whole.usd);
  return (
    <Card aria-labelledby="analytics-allocation">
      <CardHeader
        id="analytics-allocation"
        title={t`Allocation`}
        description={
          <>
            {sum === null ? null : (
              <span className="numeric">
                <Trans>{sum} in all.</Trans>{" "}
              </span>
            )}
            <Trans>Of what is held now and has a price, in pools and set aside for you as well.</Trans>
          </>
        }
      />
      <div className="mb-3 empty:hidden">
        <PlacesList whole={whole} poolsAtMs={poolsAtMs} />
      </div>
      {parts.length === 0 ? (
        <EmptyState title={t`No prices are known`}>
          <Trans>Without prices nobody can say which part of the whole each is.</Trans>
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-3 text-sm" aria-label={t`Assets`}>
          {parts.map(({ key, usd, share }) => (
            <li key={key}>
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{assetWords(key, keys)}</span>
                <span className="numeric text-ink-2">
                  {formatUsd(usd)}, {percentText(share)}
                </span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-1.5 w-full rounded-full bg-surface-2">
                <span className="block h-full rounded-full bg-brass" style={{ width: `${Number(share) / 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {uncountedWords(whole).map((sentence) => (
        <p key={sentence} className="mt-3 text-sm text-ink-3">
          {sentence}
        </p>
      ))}
    </Card>
  );
}
