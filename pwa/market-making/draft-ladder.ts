import { ladderOf, type Ladder } from "#schemas/market-maker/ladder.ts";
import type { Exact } from "#schemas/market-maker/prices.ts";
import { readPool, TermsError } from "#schemas/market-maker/terms.ts";
import type { LadderOffer, PoolReference } from "#schemas/market-making.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { ladderPrice } from "./others-best.ts";
import { type PoolDraft, readDraft } from "./pool-draft.ts";

/** Stands in a draft for what says nothing of where its offers are. */
const BESIDE = {
  referenceKind: "mid",
  priceMargin: "99",
  maxDailyLoss: "1",
  maxDrawdown: "50",
  maxFillsPerMinute: "1",
} as const;

/**
 * The offers that a draft comes to around a reference, the best of each side first; null while too much of it is missing or wrong.
 * What it holds is what is put in, unless `holding` (stroops) says otherwise.
 */
export function offersOf(
  draft: PoolDraft,
  reference: Exact | null,
  holding?: { readonly base: bigint; readonly quote: bigint },
): readonly LadderOffer[] | null {
  const { terms } = readDraft({ ...draft, ...BESIDE });
  if (terms === null || reference === null) return null;
  try {
    const pool = readPool(terms);
    return offersOfLadder(ladderOf(pool, reference, holding ?? { base: pool.baseAmount, quote: pool.quoteAmount }));
  } catch (error) {
    if (error instanceof TermsError) return null;
    throw error;
  }
}

function offersOfLadder({ bids, asks }: Ladder): LadderOffer[] {
  const side = (of: LadderOffer["side"], levels: Ladder["bids"]): LadderOffer[] =>
    levels.map(({ price, amount }) => ({ side: of, price: ladderPrice(price), amount: formatAmount(amount) }));
  return [...side("buy", bids), ...side("sell", asks)];
}

/** The reference that a draft names; null while none is chosen, or it is not whole. */
export function referenceOf({ referenceKind, targetPrice, pairBase, pairQuote }: PoolDraft): PoolReference | null {
  switch (referenceKind) {
    case null:
      return null;
    case "fixed":
      return { kind: "fixed", targetPrice };
    case "pair":
      return pairBase === "" || pairQuote === "" || pairBase === pairQuote
        ? null
        : { kind: "pair", base: pairBase, quote: pairQuote };
    case "mid":
    case "pool":
      return { kind: referenceKind };
  }
}
