import { select, t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import type { Leg, PriceTerms } from "#schemas/standing-legs.ts";
import type { StandingCheckOutput, StandingTerms } from "#schemas/standing-orders.ts";
import { intervalWords, spanWords } from "./span-words.ts";
import { isOnFall, type Oco, percentWords, type Recurring, type Trailing } from "./standing-words.ts";

/** When it begins, and how it goes on. */
export function startWords(terms: StandingTerms, check: StandingCheckOutput): string {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return `${untilReached(terms)} ${nowWords(terms, check.market)}`;
    case "trailing-stop":
      return `${untilTurned(terms)} ${nowWords(terms, check.market)}`;
    case "oco":
      return `${untilEither(terms)} ${nowWords(terms, check.market)}`;
    case "twap": {
      const interval = intervalWords(terms.intervalSeconds);
      const span = spanWords(terms.intervalSeconds * (terms.slices - 1));
      return t`The clock. The first part is traded at once, then one ${interval}; the last after ${span}.`;
    }
    case "recurring":
      return calendarWords(terms, check);
  }
}

function untilReached(terms: Leg): string {
  const [base, quote, price] = [codeOf(terms.base), codeOf(terms.quote), formatAmountText(terms.triggerPrice)];
  if (terms.side === "sell")
    return isOnFall(terms)
      ? t`It waits until the highest bid for one ${base} is ${price} ${quote} or less, as a ledger leaves it, in the book or the pool.`
      : t`It waits until the highest bid for one ${base} is ${price} ${quote} or more, as a ledger leaves it, in the book or the pool.`;
  return isOnFall(terms)
    ? t`It waits until the lowest offer for one ${base} is ${price} ${quote} or less, as a ledger leaves it, in the book or the pool.`
    : t`It waits until the lowest offer for one ${base} is ${price} ${quote} or more, as a ledger leaves it, in the book or the pool.`;
}

function untilTurned({ side, base: baseAsset, quote: quoteAsset, trail, activationPrice }: Trailing): string {
  const [base, quote, percent] = [codeOf(baseAsset), codeOf(quoteAsset), percentWords(trail)];
  if (activationPrice === null)
    return side === "sell"
      ? t`It waits until the highest bid for one ${base} falls ${percent} below the highest one seen, as ledgers leave it from now on, in the book or the pool.`
      : t`It waits until the lowest offer for one ${base} rises ${percent} above the lowest one seen, as ledgers leave it from now on, in the book or the pool.`;
  const price = formatAmountText(activationPrice);
  return side === "sell"
    ? t`It waits until the highest bid for one ${base} falls ${percent} below the highest one seen, from ${price} ${quote} on, as ledgers leave it from now on, in the book or the pool.`
    : t`It waits until the lowest offer for one ${base} rises ${percent} above the lowest one seen, from ${price} ${quote} on, as ledgers leave it from now on, in the book or the pool.`;
}

function untilEither(terms: Oco): string {
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  const [stop, profit] = [formatAmountText(terms.triggerPrice), formatAmountText(terms.profitTrigger)];
  return terms.side === "sell"
    ? t`It waits until the highest bid for one ${base} is ${stop} ${quote} or less, or ${profit} or more, as a ledger leaves it, in the book or the pool.`
    : t`It waits until the lowest offer for one ${base} is ${stop} ${quote} or more, or ${profit} or less, as a ledger leaves it, in the book or the pool.`;
}

function calendarWords({ every, startsAt }: Recurring, { firstAt, lastAt, runs }: StandingCheckOutput): string {
  const first = startsAt === null || firstAt === null ? null : dateOf(firstAt);
  const last = lastAt === null ? null : dateOf(lastAt);
  const plan = planWords(every, first, last, runs === 1);
  if (every !== "month") return plan;
  const short = t`A month without that day takes its last one.`;
  return `${plan} ${short}`;
}

function planWords(every: Recurring["every"], first: string | null, last: string | null, isOnce: boolean): string {
  if (isOnce)
    return first === null
      ? t`The calendar. The first buy is made at once, and that is all.`
      : t`The calendar. The first buy is made on ${first}, and that is all.`;
  if (first === null)
    return last === null
      ? t`The calendar. The first buy is made at once, ${select(every, { day: "then every day", week: "then every week", other: "then every month" })} at that time.`
      : t`The calendar. The first buy is made at once, ${select(every, { day: "then every day", week: "then every week", other: "then every month" })} at that time, the last on ${last}.`;
  return last === null
    ? t`The calendar. The first buy is made on ${first}, ${select(every, { day: "then every day", week: "then every week", other: "then every month" })} at that time.`
    : t`The calendar. The first buy is made on ${first}, ${select(every, { day: "then every day", week: "then every week", other: "then every month" })} at that time, the last on ${last}.`;
}

/** What it is now that a price is waited for. */
function nowWords(
  { side, quote: quoteAsset }: PriceTerms,
  { bid, ask, ledger }: StandingCheckOutput["market"],
): string {
  const now = side === "sell" ? bid : ask;
  if (now === null)
    return side === "sell"
      ? t`Nobody bids anything as of ledger ${ledger}.`
      : t`Nobody offers anything as of ledger ${ledger}.`;
  const [price, quote] = [formatAmountText(now), codeOf(quoteAsset)];
  return t`It is ${price} ${quote} as of ledger ${ledger}.`;
}

function dateOf(instant: string): string {
  return formatDate(Date.parse(instant), { withTime: true });
}
