import { Badge } from "#pwa/ui/badge.tsx";
import { useNow } from "#pwa/ui/now.ts";
import type { TradeRow } from "#pwa/parts/trading/standing-parts.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { OrderInTheWay } from "./order-in-the-way.tsx";
import { isStanding, STANDING_STATES, STANDING_TONES } from "./standing-words.ts";
import { commaList } from "#pwa/parts/trading/comma-list.ts";
import { followWords, progressWords } from "./run-words.ts";
import { nextWords } from "./span-words.ts";

export type StandingRow = TradeRow;

/** Its state in a word, how far it is, when the next run comes, and why not. */
export function StandingState({ row }: { readonly row: StandingRow }) {
  const nowMs = useNow();
  const { terms, state, nextAt, reason } = row;
  const progress = progressWords(terms, row);
  const next = nextAt === null || !isStanding(row) ? "" : nextWords(Date.parse(nextAt), nowMs);
  const said = commaList([progress, followWords(row), next]);
  return (
    <>
      <Badge tone={STANDING_TONES[state]}>{STANDING_STATES[state]}</Badge>
      {said === "" ? null : <span className="numeric block text-xs text-ink-3">{said}</span>}
      {reason === "" ? null : (
        <span className={`block text-xs ${state === "failed" || isStanding(row) ? "text-warn" : "text-ink-3"}`}>
          {saidWords(reason)}
        </span>
      )}
      {isStanding(row) && reason !== "" ? <OrderInTheWay pair={terms} reason={reason} /> : null}
    </>
  );
}
