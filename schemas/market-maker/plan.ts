import { comparePrices } from "#schemas/values/money.ts";
import { adopt, type Filled } from "./adopt.ts";
import { bestOf, crosses } from "./crossing.ts";
import type { CancelStep, LeftOut, OwnOffer, PayStep, Plan, PlanStep, StrayOffer, TickFacts } from "./facts.ts";
import { isBetter } from "./prices.ts";
import { slotsOf } from "./slots.ts";

/** Operations of one transaction. */
export const MAX_STEPS = 100;

type Cancelled = Pick<TickFacts, "pool" | "offers" | "strays">;

/**
 * What one transaction is to do so that the ladder stands around the reference: nothing where it does, within what is tolerated. It decides by
 * the ledger alone, so that whoever plans after a death plans the same. Where it would not fit into a transaction, what is too much goes first.
 */
export function planTick(facts: TickFacts): Plan {
  const { offers, reference, book } = facts;
  if (facts.isResting) return planOf(offers, [], null);
  if (reference === null) return planCancels(facts);
  const slots = slotsOf(facts, reference);
  const { filled, surplus } = adopt(facts, reference, slots);
  const gone = [...facts.strays.map(cancelOfStray), ...surplus.map((offer) => cancelOf(facts, offer))];
  const steps = [...gone, ...stepsOf(facts, filled, slots.payments)];
  if (steps.length > MAX_STEPS) return planOf(offers, gone.slice(0, MAX_STEPS), slots.leftOut);
  return crosses(offers, steps, book) ? planCancels(facts) : planOf(offers, steps, slots.leftOut);
}

/** Takes everything out of the book, as much of it as one transaction can. */
export function planCancels(facts: Cancelled): Plan {
  const { offers, strays } = facts;
  const steps = [...offers.map((offer) => cancelOf(facts, offer)), ...strays.map(cancelOfStray)];
  return planOf(offers, steps.slice(0, MAX_STEPS), null);
}

function planOf(offers: readonly OwnOffer[], steps: readonly PlanStep[], leftOut: LeftOut | null): Plan {
  const standing = [...offers, ...steps.filter((step) => step.kind === "edit" || step.kind === "create")];
  return { steps, highestBid: bestOf(standing, "buy"), lowestAsk: bestOf(standing, "sell"), leftOut };
}

/**
 * In an order in which no two offers of the pool ever meet and nothing lacks what it gives: what moves away from the other side goes before
 * what moves towards it, what frees money before the payments, and what binds more after them. What would have to do both, moving away and
 * binding more, is cancelled first and made anew at the end.
 */
function stepsOf(facts: TickFacts, filled: readonly Filled[], payments: readonly PayStep[]): PlanStep[] {
  const cancels: PlanStep[] = [];
  const [retreats, advances, raises, creations]: [PlanStep[], PlanStep[], PlanStep[], PlanStep[]] = [[], [], [], []];
  for (const { slot, offer, price, selling } of filled) {
    const { wallet, side } = slot;
    if (!offer) {
      creations.push({ kind: "create", wallet, side, price, selling });
      continue;
    }
    const isMoved = comparePrices(price, offer.price) !== 0;
    if (!isMoved && selling === offer.selling) continue;
    const isRetreat = isMoved && isBetter(offer.price, price, side);
    const isRaise = selling > offer.selling;
    const edit: PlanStep = { kind: "edit", wallet, offerId: offer.offerId, side, price, selling };
    if (isRetreat && isRaise) {
      cancels.push(cancelOf(facts, offer));
      creations.push({ kind: "create", wallet, side, price, selling });
    } else if (isRaise) raises.push(edit);
    else (isRetreat ? retreats : advances).push(edit);
  }
  return [...cancels, ...retreats, ...advances, ...payments, ...raises, ...creations];
}

function cancelOf({ pool }: Pick<TickFacts, "pool">, { wallet, offerId, side }: OwnOffer): CancelStep {
  const [sellingAsset, buyingAsset] = side === "sell" ? [pool.base, pool.quote] : [pool.quote, pool.base];
  return { kind: "cancel", wallet, offerId, sellingAsset, buyingAsset };
}

function cancelOfStray({ wallet, offerId, selling, buying }: StrayOffer): CancelStep {
  return { kind: "cancel", wallet, offerId, sellingAsset: selling, buyingAsset: buying };
}
