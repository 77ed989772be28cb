import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Info, X } from "lucide-react";
import { isByPrice } from "#schemas/standing-legs.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Button } from "#pwa/ui/button.tsx";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { type StandingRow, StandingState } from "./standing-state.tsx";
import { boundWords, dealWords, isStanding, sideOf, STANDING_NAMES, whenWords } from "./standing-words.ts";

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
              aria-label={t`Details: ${dealWords(row.terms)}`}
              title={t`Details`}
              onClick={() => onShow(row.uid)}
            >
              <Info aria-hidden="true" className="size-4" />
            </Button>
            {isStanding(row) ? (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t`Cancel: ${dealWords(row.terms)}`}
                title={t`Cancel`}
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
  const side = sideOf(terms);
  const [verb, ...rest] = dealWords(terms).split(" ");
  const bound = boundWords(terms);
  return (
    <div className="min-w-0 break-words">
      <p>
        <span className={`font-semibold ${side === "buy" ? "text-up" : "text-down"}`}>{verb}</span> {rest.join(" ")}
      </p>
      <p className="text-ink-2">
        {whenWords(terms)}
        {bound === "" ? "" : `, ${isByPrice(terms) ? "then " : ""}${bound}`}
      </p>
      <p className="text-xs text-ink-3">
        {STANDING_NAMES[terms.kind]}, {codeOf(terms.base)} / {codeOf(terms.quote)},{" "}
        {isStanding({ state }) ? (
          <>
            <Trans>
              placed <TimeAgo at={placedAt} />
            </Trans>
          </>
        ) : (
          <>
            <Trans>
              ended <TimeAgo at={changedAt} />
            </Trans>
          </>
        )}
      </p>
    </div>
  );
}
