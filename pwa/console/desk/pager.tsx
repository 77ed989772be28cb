import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { formatCount } from "#pwa/ui/format.ts";
import { Button } from "#pwa/ui/button.tsx";
import type { Place } from "./place.ts";

interface PagerProps {
  readonly place: Place;
  /** Where the next page goes on; null for the last. */
  readonly next: number | null;
  /** Whether there is nothing on this page, while there may be on the next. */
  readonly isShort: boolean;
  /** Among how many rows of this page alone was searched; null where the server searches all of them. */
  readonly searchedHere: number | null;
}

/** Leads on where the server has more than it shows at once, and says what a search looked among and an order holds for. */
export function Pager({ place: { place, go }, next, isShort, searchedHere }: PagerProps) {
  if (next === null && place.after === undefined) return null;
  const count = formatCount(searchedHere ?? 0);
  return (
    <nav aria-label={t`Pages`} className="mt-4 flex flex-wrap items-center gap-2">
      {place.after === undefined ? null : (
        <Button variant="secondary" size="sm" onClick={() => go({ after: undefined, open: undefined })}>
          <Trans>First page</Trans>
        </Button>
      )}
      {next === null ? null : (
        <Button variant="secondary" size="sm" onClick={() => go({ after: next, open: undefined })}>
          <Trans>Next page</Trans>
        </Button>
      )}
      {searchedHere !== null ? (
        <p className="text-sm text-ink-3">{t`Searched among the ${count} of this page; other pages were not.`}</p>
      ) : isShort && next !== null ? (
        <p className="text-sm text-ink-3">{t`Nothing among the many that were looked at so far. The next page looks on.`}</p>
      ) : null}
      {place.sort !== undefined && !isShort ? (
        <p className="text-sm text-ink-3">{t`Sorted within this page; the pages follow each other in the list’s own order.`}</p>
      ) : null}
    </nav>
  );
}
