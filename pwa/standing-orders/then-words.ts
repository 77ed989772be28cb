import { plural, select, t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { isByPrice, type PriceTerms } from "#schemas/standing-legs.ts";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { dealParts, type Oco, percentWords, type Recurring, sideOf, type Trailing } from "./standing-words.ts";

/** What happens once it is triggered or its time has come, in a sentence. */
export function thenWords(terms: StandingTerms): string {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return withRest(orderWords(terms));
    case "trailing-stop":
      return withRest(trailedWords(terms));
    case "oco":
      return withRest(eitherWords(terms));
    case "twap": {
      const [price, quote] = [formatAmountText(terms.price), codeOf(terms.quote)];
      return terms.side === "buy"
        ? t`Each part is bought at once at ${price} ${quote} or less on average, or not at all. A part that is missed is not made up for.`
        : t`Each part is sold at once at ${price} ${quote} or more on average, or not at all. A part that is missed is not made up for.`;
    }
    case "recurring":
      return boughtWords(terms);
  }
}

/** Of a limit order what is left waits. */
function withRest(placed: string): string {
  const rest = t`What is not traded at once waits in the book, under your open orders.`;
  return `${placed} ${rest}`;
}

function orderWords(terms: Exclude<PriceTerms, Trailing | Oco>): string {
  const { amount, base, quote } = dealParts(terms);
  const price = formatAmountText(terms.price);
  return terms.side === "buy"
    ? t`A limit order is placed for you: buy ${amount} ${base} at ${price} ${quote} or less.`
    : t`A limit order is placed for you: sell ${amount} ${base} at ${price} ${quote} or more.`;
}

function trailedWords(terms: Trailing): string {
  const { amount, base } = dealParts(terms);
  const percent = percentWords(terms.limitOffset);
  if (terms.limitOffset === 0)
    return terms.side === "buy"
      ? t`A limit order is placed for you: buy ${amount} ${base} at that price or less.`
      : t`A limit order is placed for you: sell ${amount} ${base} at that price or more.`;
  return terms.side === "buy"
    ? t`A limit order is placed for you: buy ${amount} ${base} at ${percent} above that or less.`
    : t`A limit order is placed for you: sell ${amount} ${base} at ${percent} below that or more.`;
}

function eitherWords(terms: Oco): string {
  const { amount, base, quote } = dealParts(terms);
  const [stop, profit] = [formatAmountText(terms.price), formatAmountText(terms.profitPrice)];
  return terms.side === "buy"
    ? t`One limit order is placed for you: buy ${amount} ${base}, by the stop at ${stop} ${quote} or less, by the take-profit at ${profit} ${quote} or less. The other ends with it.`
    : t`One limit order is placed for you: sell ${amount} ${base}, by the stop at ${stop} ${quote} or more, by the take-profit at ${profit} ${quote} or more. The other ends with it.`;
}

function boughtWords({ base: baseAsset, quote: quoteAsset, highestPrice, slippage }: Recurring): string {
  const [base, quote, percent] = [codeOf(baseAsset), codeOf(quoteAsset), percentWords(slippage)];
  const form = formOf(base);
  if (highestPrice === null)
    return t`${base} ${select(form, { many: "are", other: "is" })} bought at once, and at most ${percent} below what is quoted then, or not at all. A buy that is missed is not made up for.`;
  const highest = formatAmountText(highestPrice);
  return t`${base} ${select(form, { many: "are", other: "is" })} bought at once, at ${highest} ${quote} at most on average, and at most ${percent} below what is quoted then, or not at all. A buy that is missed is not made up for.`;
}

/** Whether a code reads like several things, as in "points". */
function formOf(code: string): "many" | "one" {
  return code.endsWith("s") ? "many" : "one";
}

/** What holds until it runs, in a few sentences; `runs` is how often it does, null for again and again. */
export function meanwhileWords(terms: StandingTerms, runs: number | null, end: string | null): string {
  const given = codeOf(sideOf(terms) === "buy" ? terms.quote : terms.base);
  const form = formOf(given);
  return [
    t`Nothing is kept back: your ${given} ${select(form, { many: "stay", other: "stays" })} yours to spend, and has to be there when the time comes.`,
    ...(end === null ? [] : [t`It ends by itself on ${end}.`]),
    runs === 1
      ? t`You can cancel it at any time before; what is signed already goes on.`
      : t`You can cancel it at any time before each run; what is signed already goes on.`,
  ].join(" ");
}

/** That the transaction which trades adds assets to the account. */
export function addedWords(codes: string, count: number) {
  return {
    title: plural(count, {
      one: `${codes} is added to your account with it`,
      other: `${codes} are added to your account with it`,
    }),
    text: plural(count, {
      one: `You do not hold ${codes} yet. The transaction that trades adds it, and the network then keeps some XLM aside for it. It stays yours.`,
      other: `You do not hold ${codes} yet. The transaction that trades adds them, and the network then keeps some XLM aside for it. It stays yours.`,
    }),
  };
}

/** What may keep it from happening, each in a sentence. */
export function preventions(terms: StandingTerms): readonly string[] {
  const given = codeOf(sideOf(terms) === "buy" ? terms.quote : terms.base);
  const short = t`You have too little ${given} to spend at that moment.`;
  const stopped = t`Your account is frozen, or may not hold or trade one of the two assets.`;
  if (isByPrice(terms))
    return [
      ...kindPreventions(terms.kind),
      t`The price is crossed only for a moment: it counts as each ledger leaves it, and nothing triggers while our market data is behind.`,
      terms.side === "buy"
        ? t`The price jumps beyond your limit: the order is then placed, and waits until somebody sells at it.`
        : t`The price jumps beyond your limit: the order is then placed, and waits until somebody buys at it.`,
      short,
      t`An open order of yours stands on the other side at that price.`,
      stopped,
    ];
  return [
    terms.kind === "twap"
      ? t`The market is worse than your worst price when a part is due.`
      : terms.highestPrice === null
        ? t`Nobody sells enough, or the price moves away in that moment.`
        : t`The price is above your highest one, nobody sells enough, or the price moves away in that moment.`,
    short,
    stopped,
  ];
}

/** What one kind alone does not promise. */
function kindPreventions(kind: PriceTerms["kind"]): readonly string[] {
  switch (kind) {
    case "stop-limit":
    case "take-profit":
      return [];
    case "trailing-stop":
      return [
        t`It follows in steps of a twentieth of the distance, so it may trade that much later than the best price of all would say. What the price does while our server or its market data stands still is not followed.`,
      ];
    case "oco":
      return [
        t`Both prices are watched here, so neither stands in the book before it is reached: whoever is there first is served first.`,
        t`Once one of them has placed its limit order the other is gone for good, though that limit order may not fill.`,
      ];
  }
}
