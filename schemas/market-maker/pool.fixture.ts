import type { PoolTerms } from "#schemas/market-making.ts";
import type { BookFacts, OwnOffer, PlanStep, TickFacts, WalletFacts } from "./facts.ts";
import { fundsOf } from "./ladder.ts";
import { amountOf } from "./slots.ts";
import { readPool } from "./terms.ts";

export const ISSUER = "GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5";
export const USD = `USD-${ISSUER}`;
export const EUR = `EUR-${ISSUER}`;

export const EMPTY_BOOK: BookFacts = { bestBid: null, bestAsk: null, ownerBid: null, ownerAsk: null };

/** A ladder of three offers on each side of a price of 2, in three wallets. */
export const TERMS: PoolTerms = {
  base: EUR,
  quote: USD,
  baseAmount: "3000",
  quoteAmount: "6000",
  walletCount: 3,
  levels: 3,
  spreadPercentage: "1",
  depthPercentage: "2",
  minTradeSize: "1",
  maxTradeSize: "5000",
  reference: { kind: "fixed", targetPrice: "2" },
  priceMargin: "10",
  inventoryTarget: 50,
  skew: 0,
  autoRebalance: true,
  maxDrawdown: 20,
  maxDailyLoss: "100",
  maxFillsPerMinute: 60,
};

/** What a tick sees of a pool that was just opened. */
export function factsOf(terms: Partial<PoolTerms> = {}, more: Partial<TickFacts> = {}): TickFacts {
  const pool = readPool({ ...TERMS, ...terms });
  const [base, quote] = [fundsOf(pool, pool.baseAmount, "sell"), fundsOf(pool, pool.quoteAmount, "buy")];
  const wallets = base.map((amount, index): WalletFacts => {
    return { address: `W${index + 1}`, base: amount, quote: quote[index] ?? 0n, isHealthy: true };
  });
  const reference = pool.targetPrice ?? { n: 2n, d: 1n };
  return { pool, wallets, offers: [], strays: [], reference, book: EMPTY_BOOK, isResting: false, ...more };
}

/** What stands once a plan was applied and nothing was traded. */
export function offersAfter(offers: readonly OwnOffer[], steps: readonly PlanStep[]): OwnOffer[] {
  const standing = new Map(offers.map((offer) => [offer.offerId, offer]));
  let next = offers.reduce((most, { offerId }) => Math.max(most, Number(offerId)), 0);
  for (const step of steps) {
    if (step.kind === "cancel") standing.delete(step.offerId);
    if (step.kind !== "edit" && step.kind !== "create") continue;
    next += 1;
    const offerId = step.kind === "edit" ? step.offerId : String(next);
    const { wallet, side, price, selling } = step;
    standing.set(offerId, { offerId, wallet, side, price, selling, amount: amountOf(price, side, selling) });
  }
  return [...standing.values()];
}

/** What wallets have once a plan was applied and nothing was traded. */
export function walletsAfter(wallets: readonly WalletFacts[], steps: readonly PlanStep[]): WalletFacts[] {
  return wallets.map((wallet) => {
    const changed = { ...wallet };
    for (const step of steps) {
      if (step.kind !== "pay") continue;
      if (step.from === wallet.address) changed[step.asset] -= step.amount;
      if (step.to === wallet.address) changed[step.asset] += step.amount;
    }
    return changed;
  });
}
