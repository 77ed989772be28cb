import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { LadderFigure } from "./ladder-figure.tsx";
import { stopsAround } from "./ladder-view.ts";
import { offersOf } from "./draft-ladder.ts";
import type { PoolDraft } from "./pool-draft.ts";
import type { SeenReference } from "./use-reference.ts";

interface DraftFigureProps {
  readonly draft: PoolDraft;
  readonly seen: SeenReference;
  /** In stroops, of a pool that has something already. */
  readonly holding?: { readonly base: bigint; readonly quote: bigint };
}

/** The ladder that a form comes to, as it is typed. */
export function DraftFigure({ draft, seen, holding }: DraftFigureProps) {
  const offers = offersOf(draft, seen.exact, holding);
  return (
    <section aria-label={t`The ladder as it would stand now`} className="rounded-md border border-line p-3">
      {seen.exact === null ? (
        <p className="text-sm text-ink-3">
          <Trans>
            There is no price to stand around now, so the ladder cannot be drawn. Choose another reference, or name a
            price.
          </Trans>
        </p>
      ) : offers === null ? (
        <p className="text-sm text-ink-3">
          <Trans>The ladder is drawn here once its fields are filled in.</Trans>
        </p>
      ) : (
        <>
          {offers.length === 0 ? (
            <p className="mb-2 text-sm text-warn">
              <Trans>No offer would be as large as the smallest that you allow.</Trans>
            </p>
          ) : null}
          <LadderFigure
            offers={offers}
            reference={seen.text}
            stops={stopsAround(seen.text, draft.priceMargin)}
            others={seen.others}
            base={codeOf(draft.base)}
            quote={codeOf(draft.quote)}
          />
        </>
      )}
    </section>
  );
}
