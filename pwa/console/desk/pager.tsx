import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { formatCount } from "#pwa/ui/format.ts";
import { Button } from "#pwa/ui/button.tsx";
import type { Place } from "./place.ts";

interface PagerProps {
  readonly place: Place;
  /** Of the rows of this page as the server has them. */
  readonly ids: readonly number[];
  readonly pageSize: number | null;
  /** Whether a search or a filter leaves some of them out. */
  readonly isNarrowed: boolean;
}

/** Leads on where the server has more than it shows at once, and says what a search looked among. */
export function Pager({ place: { place, go }, ids, pageSize, isNarrowed }: PagerProps) {
  const last = ids.at(-1);
  const hasMore = pageSize !== null && ids.length >= pageSize && last !== undefined;
  if (!hasMore && place.after === undefined) return null;
  const count = formatCount(ids.length);
  return (
    <nav aria-label={t`Pages`} className="mt-4 flex flex-wrap items-center gap-2">
      {place.after === undefined ? null : (
        <Button variant="secondary" size="sm" onClick={() => go({ after: undefined, open: undefined })}>
          <Trans>First page</Trans>
        </Button>
      )}
      {hasMore ? (
        <Button variant="secondary" size="sm" onClick={() => go({ after: last, open: undefined })}>
          <Trans>Next page</Trans>
        </Button>
      ) : null}
      {isNarrowed ? (
        <p className="text-sm text-ink-3">{t`Searched among the ${count} of this page; other pages were not.`}</p>
      ) : null}
    </nav>
  );
}
