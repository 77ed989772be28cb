import { t } from "@lingui/core/macro";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import type { QuoteOutput, QuoteQuery } from "#schemas/market-data.ts";
import type { SwapTerms } from "#schemas/trading.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import { percentText, readPercent } from "#pwa/parts/assets/holdings.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { comparablePrice } from "#pwa/parts/trading/comparable-price.ts";
import { changeOf, leastOf, mostOf } from "#pwa/parts/trading/slippage.ts";

/** What a person wants to swap, as typed; the assets as `XLM` or `CODE-ISSUER`. */
export interface SwapDraft {
  /** Which of the two amounts is fixed; the other one is the quote's. */
  readonly direction: "send" | "receive";
  readonly send: string;
  /** Empty as long as none is chosen. */
  readonly receive: string;
  readonly amount: string;
  /** In percent. */
  readonly slippage: string;
}

/** The draft turned around: what was to be received is given. */
export function flipped(draft: SwapDraft, quote: QuoteOutput | null): SwapDraft {
  const { direction, send, receive } = draft;
  const turned = { ...draft, send: receive, receive: send };
  // What stands in the field above is given next; without a quote, the same field stays the fixed one.
  if (direction === "send") return quote === null ? turned : { ...turned, amount: shortOf(quote.receiveAmount) };
  return { ...turned, direction: "send" };
}

/** The draft with another asset; choosing the one of the other side turns both around. */
export function withAsset(draft: SwapDraft, side: "send" | "receive", key: string): SwapDraft {
  const other = side === "send" ? "receive" : "send";
  if (draft[other] !== key) return { ...draft, [side]: key };
  return { ...draft, [side]: key, [other]: draft[side] };
}

/** What to ask a quote for; null while the draft does not say enough. */
export function questionOf({ direction, send, receive, amount }: SwapDraft): QuoteQuery | null {
  const stroops = readAmount(amount);
  if (typeof stroops === "string" || stroops === 0n || send === "" || receive === "" || send === receive) return null;
  return { direction, send, receive, amount: formatAmountShort(stroops) };
}

/** A quote as the terms of a swap: the fixed amount exact, the other one within the slippage (hundredths of a percent). */
export function termsOf({ direction, send, receive }: QuoteQuery, quote: QuoteOutput, slippage: bigint): SwapTerms {
  const [sent, received] = [parseAmount(quote.sendAmount), parseAmount(quote.receiveAmount)];
  return {
    direction,
    send,
    receive,
    sendAmount: formatAmountShort(direction === "send" ? sent : mostOf(sent, slippage)),
    receiveAmount: formatAmountShort(direction === "receive" ? received : leastOf(received, slippage)),
    path: quote.hops.slice(0, -1).map(({ to }) => assetKeyOf(to)),
  };
}

/** Whether the ledger would do the swap at a quote, as far as that can be told. */
export function isWithin(terms: SwapTerms, quote: QuoteOutput): boolean {
  return terms.direction === "send"
    ? parseAmount(quote.receiveAmount) >= parseAmount(terms.receiveAmount)
    : parseAmount(quote.sendAmount) <= parseAmount(terms.sendAmount);
}

/** By how much better a quote is than a former one of the same question, in hundredths of a percent; below zero for worse. */
export function improvement(direction: SwapDraft["direction"], before: QuoteOutput, now: QuoteOutput): bigint {
  return direction === "send"
    ? changeOf(parseAmount(before.receiveAmount), parseAmount(now.receiveAmount))
    : -changeOf(parseAmount(before.sendAmount), parseAmount(now.sendAmount));
}

/** The difference of two quotes in words: what one was told before, and what it is now. */
export function movedWords({ direction, send, receive }: QuoteQuery, before: QuoteOutput, now: QuoteOutput): string {
  const better = improvement(direction, before, now);
  const percent = percentText(better);
  if (direction === "send") {
    const [shown, current] = [words(before.receiveAmount, receive), words(now.receiveAmount, receive)];
    return better < 0n
      ? t`The price has moved: you were shown ${shown}, and now it is ${current}, ${percent} worse for you.`
      : t`The price has moved: you were shown ${shown}, and now it is ${current}, ${percent} better for you.`;
  }
  const [shown, current] = [words(before.sendAmount, send), words(now.sendAmount, send)];
  return better < 0n
    ? t`The price has moved: you were shown ${shown} to pay, and now it is ${current}, ${percent} worse for you.`
    : t`The price has moved: you were shown ${shown} to pay, and now it is ${current}, ${percent} better for you.`;
}

export interface Rates {
  /** Units of what is received for one of what is given; null where that cannot be written. */
  readonly forward: string | null;
  readonly backward: string | null;
}

/** The price of a quote, both ways. */
export function ratesOf({ sendAmount, receiveAmount }: Pick<QuoteOutput, "sendAmount" | "receiveAmount">): Rates {
  const [sent, received] = [parseAmount(sendAmount), parseAmount(receiveAmount)];
  return { forward: shortPrice(priceText(received, sent)), backward: shortPrice(priceText(sent, received)) };
}

export type ImpactLevel = "small" | "noticeable" | "high";

/** How much a swap moves the market by itself: to be warned of from 1 % on, and confirmed twice from 5 % on. */
export function impactOf({ priceImpact }: Pick<QuoteOutput, "priceImpact">): {
  readonly level: ImpactLevel;
  readonly text: string;
} {
  const part = readPercent(priceImpact) ?? 0n;
  const level = part >= 500n ? "high" : part >= 100n ? "noticeable" : "small";
  return { level, text: part === 0n ? t`less than ${{ percent: percentText(1n) }}` : percentText(part) };
}

/**
 * The most of an asset that can be given, in stroops, once it was found out that giving `asked` takes `total` of it with all
 * fees. Fees do not fall where the amount grows, so it is never too much.
 */
export function mostGiven(spendable: bigint, asked: bigint, total: bigint): bigint {
  const most = spendable - (total - asked);
  return most > 0n ? most : 0n;
}

function shortPrice(price: string | null): string | null {
  return price === null ? null : comparablePrice(price);
}

function shortOf(amount: string): string {
  return formatAmountShort(parseAmount(amount));
}

function words(amount: string, key: string): string {
  return `${formatAmountText(amount)} ${codeOf(key)}`;
}
