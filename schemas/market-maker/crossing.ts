import type { Price } from "#schemas/values/money.ts";
import type { BookFacts, OwnOffer, PlanStep } from "./facts.ts";
import { isBetter, meets, type Side } from "./prices.ts";

type Standing = Pick<OwnOffer, "side" | "price">;

/**
 * Whether offers of one owner would meet, at any moment within a transaction of these steps: those of the pool's wallets each other, or those
 * of the owner beside. Asked again right before signing, of the offers as they are then.
 */
export function crosses(
  offers: readonly OwnOffer[],
  steps: readonly PlanStep[],
  { ownerBid, ownerAsk }: Pick<BookFacts, "ownerBid" | "ownerAsk">,
): boolean {
  const standing = new Map<string, Standing>(offers.map((offer) => [offer.offerId, offer]));
  const isMet = ({ side, price }: Standing): boolean =>
    meets(side, price, side === "sell" ? ownerBid : ownerAsk) ||
    standing.values().some((other) => other.side !== side && meets(side, price, other.price));
  for (const [index, step] of steps.entries()) {
    if (step.kind === "pay") continue;
    if (step.kind === "cancel") {
      standing.delete(step.offerId);
      continue;
    }
    if (isMet(step)) return true;
    standing.set(step.kind === "edit" ? step.offerId : `new ${index}`, step);
  }
  return standing.values().some(isMet);
}

/** The best price of a side among these offers; null where there is none. */
export function bestOf(standing: Iterable<Standing>, side: Side): Price | null {
  let best: Price | null = null;
  for (const offer of standing) {
    if (offer.side === side && (best === null || isBetter(offer.price, best, side))) best = offer.price;
  }
  return best;
}
