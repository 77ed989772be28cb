import { plural, t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { isByPrice, legsOf } from "#schemas/standing-legs.ts";
import type { StandingOrderState, StandingRun, StandingTerms } from "#schemas/standing-orders.ts";
import { readPrice } from "#schemas/values/price.ts";
import { type Oco, shortPrice } from "./standing-words.ts";

/** Where a trailing stop stands: "would sell at 0.2391 USDC, best seen 0.2442"; empty for all others, and once it is over. */
export function followWords(row: {
  readonly terms: StandingTerms;
  readonly mark: string | null;
  readonly state: StandingOrderState;
}): string {
  const { terms, mark, state } = row;
  if (terms.kind !== "trailing-stop" || state !== "waiting") return "";
  const quote = codeOf(terms.quote);
  const [leg] = legsOf(terms, mark);
  if (!leg || mark === null) {
    if (terms.activationPrice === null) return t`follows from the next price on`;
    const from = formatAmountText(terms.activationPrice);
    return t`follows from ${from} ${quote} on`;
  }
  const [price, best] = [shortPrice(leg.triggerPrice), shortPrice(mark)];
  return terms.side === "buy"
    ? t`would buy at ${price} ${quote}, best seen ${best}`
    : t`would sell at ${price} ${quote}, best seen ${best}`;
}

/** How many runs are behind it: "2 of 10, 1 missed"; empty where one run is all there is. */
export function progressWords(
  terms: StandingTerms,
  { runsDone, runsMissed }: { readonly runsDone: number; readonly runsMissed: number },
): string {
  if (isByPrice(terms)) return "";
  const all = terms.kind === "twap" ? terms.slices : terms.times;
  if (runsMissed === 0) return all === null ? t`${runsDone} so far` : t`${runsDone} of ${all}`;
  return all === null
    ? plural(runsMissed, { one: `${runsDone} so far, # missed`, other: `${runsDone} so far, # missed` })
    : plural(runsMissed, { one: `${runsDone} of ${all}, # missed`, other: `${runsDone} of ${all}, # missed` });
}

export function runWords(terms: StandingTerms, outcome: StandingRun["outcome"]): string {
  switch (outcome) {
    case "under-way":
      return t({ message: "Under way", context: "what became of a run" });
    case "done":
      return isByPrice(terms) ? t`Limit order placed` : t({ message: "Traded", context: "what became of a run" });
    case "missed":
      return t({ message: "Missed", context: "what became of a run" });
    case "failed":
      return t`Not carried out`;
    case "cancelled":
      return t({ message: "Cancelled", context: "what became of a run" });
  }
}

/** What price a run saw; null where it saw none. */
export function seenWords(terms: StandingTerms, seen: string | null): string | null {
  if (seen === null) return null;
  const [price, quote] = [formatAmountText(seen), codeOf(terms.quote)];
  if (!isByPrice(terms)) return t`Average quoted ${price} ${quote}`;
  const isSelling = terms.side === "sell";
  if (terms.kind !== "oco") return isSelling ? t`Highest bid ${price} ${quote}` : t`Lowest offer ${price} ${quote}`;
  switch (legReached(terms, seen)) {
    case "stop":
      return isSelling
        ? t`Stop reached, highest bid ${price} ${quote}`
        : t`Stop reached, lowest offer ${price} ${quote}`;
    case "profit":
      return isSelling
        ? t`Take-profit reached, highest bid ${price} ${quote}`
        : t`Take-profit reached, lowest offer ${price} ${quote}`;
    case null:
      return isSelling ? t`One reached, highest bid ${price} ${quote}` : t`One reached, lowest offer ${price} ${quote}`;
  }
}

/** Which of two prices was reached: the nearer one, since what a run tells of its price is rounded. Null where that cannot be said. */
function legReached({ side, triggerPrice, profitTrigger }: Oco, seen: string): "stop" | "profit" | null {
  const [price, stop, profit] = [seen, triggerPrice, profitTrigger].map(readPrice);
  if (!price || !stop || !profit) return null;
  const beyond = 2n * price.n * stop.d * profit.d - (stop.n * profit.d + profit.n * stop.d) * price.d;
  return (side === "sell") === beyond < 0n ? "stop" : "profit";
}

/** That an order has ended while it was being asked about; null while it has not. */
export function endedWords(state: StandingOrderState): string | null {
  switch (state) {
    case "waiting":
    case "running":
      return null;
    case "done":
      return t`This order has ended meanwhile: done.`;
    case "cancelled":
      return t`This order has ended meanwhile: cancelled.`;
    case "failed":
      return t`This order has ended meanwhile: failed.`;
    case "expired":
      return t`This order has ended meanwhile: expired.`;
  }
}
