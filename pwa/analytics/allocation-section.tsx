import { percentText, shareOf, type Whole } from "#pwa/parts/assets/holdings.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { assetWords } from "./asset-words.ts";

/** Which part of the whole each asset is now. */
export function AllocationSection({ whole }: { readonly whole: Whole }) {
  const parts = whole.holdings
    .flatMap((holding) => {
      const share = shareOf(holding, whole);
      return share === null || share === 0n ? [] : [{ key: assetKeyOf(holding.row), usd: holding.usd ?? 0n, share }];
    })
    .toSorted((left, right) => Number(right.share - left.share));
  const keys = parts.map(({ key }) => key);
  return (
    <Card aria-labelledby="analytics-allocation">
      <CardHeader id="analytics-allocation" title="Allocation" description="Of what is held now and has a price." />
      {parts.length === 0 ? (
        <EmptyState title="No prices are known">
          Without prices nobody can say which part of the whole each is.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-3 text-sm">
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
      {whole.uncounted.length === 0 ? null : (
        <p className="mt-3 text-sm text-ink-3">{whole.uncounted.join(", ")} not counted: no price is known.</p>
      )}
    </Card>
  );
}
