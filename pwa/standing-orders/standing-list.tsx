import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Info, X } from "lucide-react";
import { isByPrice } from "#schemas/standing-legs.ts";
import { Button } from "#pwa/ui/button.tsx";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { type StandingRow, StandingState } from "./standing-state.tsx";
import { boundWords, dealWords, isStanding, STANDING_NAMES, whenWords, dealParts } from "./standing-words.ts";
import { commaList } from "#pwa/parts/trading/comma-list.ts";
import type { StandingTerms } from "#schemas/standing-orders.ts";

interface StandingListProps {
  readonly label: string;
  readonly rows: readonly StandingRow[];
  readonly isOnline: boolean;
  readonly onShow: (uid: string) => void;
  readonly onCancel: (uid: string) => void;
}

/** Standing orders, one under the other: what, when, and how far it is. */
export function StandingList({ label, rows, isOnline, onShow, onCancel }: StandingListProps) {
  return (
    <List aria-label={label} className="@container">
      {rows.map((row) => (
        <li
          key={row.uid}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 py-3 text-sm @lg:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_auto]"
        >
          <Deal row={row} />
          <div className="order-3 col-span-2 @lg:order-none @lg:col-span-1">
            <StandingState row={row} />
          </div>
          <div className="flex whitespace-nowrap">
            <Button
              variant="ghost"
              size="icon"
              aria-label={t`Details: ${{ deal: dealWords(row.terms) }}`}
              title={t`Details`}
              onClick={() => onShow(row.uid)}
            >
              <Info aria-hidden="true" className="size-4" />
            </Button>
            {isStanding(row) ? (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t`Cancel: ${{ deal: dealWords(row.terms) }}`}
                title={t({ message: "Cancel", context: "an order" })}
                disabled={!isOnline}
                onClick={() => onCancel(row.uid)}
              >
                <X aria-hidden="true" className="size-4" />
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </List>
  );
}

function Deal({ row: { terms, placedAt, changedAt, state } }: { readonly row: StandingRow }) {
  const [when, bound] = [whenWords(terms), boundWords(terms)];
  const { base, quote } = dealParts(terms);
  const kind = STANDING_NAMES[terms.kind];
  return (
    <div className="min-w-0 break-words">
      <p>
        <DealInColour terms={terms} />
      </p>
      <p className="text-ink-2">
        {bound !== "" && isByPrice(terms) ? t`${when}, then ${bound}` : commaList([when, bound])}
      </p>
      <p className="text-xs text-ink-3">
        {isStanding({ state }) ? (
          <Trans>
            {kind}, {base} / {quote}, placed <TimeAgo at={placedAt} />
          </Trans>
        ) : (
          <Trans>
            {kind}, {base} / {quote}, ended <TimeAgo at={changedAt} />
          </Trans>
        )}
      </p>
    </div>
  );
}

/** {@link dealWords}, its side in colour. */
function DealInColour({ terms }: { readonly terms: StandingTerms }) {
  const { amount, base, quote } = dealParts(terms);
  if (terms.kind === "recurring")
    return (
      <Trans>
        <span className="font-semibold text-up">Buy</span> {base} for {amount} {quote}
      </Trans>
    );
  return terms.side === "buy" ? (
    <Trans>
      <span className="font-semibold text-up">Buy</span> {amount} {base} with {quote}
    </Trans>
  ) : (
    <Trans>
      <span className="font-semibold text-down">Sell</span> {amount} {base} for {quote}
    </Trans>
  );
}
