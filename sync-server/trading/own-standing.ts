import type { Rung } from "#schemas/values/book-walk.ts";
import type { Price } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import type { OrderSide } from "#schemas/trading.ts";
import { inOrder, type MarketSide } from "#server/markets/index.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import { isSameAsset } from "#server/platform/network/assets.ts";
import { canonicalPair } from "#server/platform/network/markets.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { isTradeStep } from "#server/platform/submissions/trade-steps.ts";
import type { Records } from "./account-records.ts";
import { givenPrice, offeredBy, sidesOf } from "./own-orders.ts";
import { type Exchanged, turned } from "./takers.ts";

/** One exchange of a trade, in the market as it stood when it was looked at; null where nobody could tell how. */
export interface Hop extends Exchanged {
  readonly side: MarketSide | null;
}

/** One's own offer that stands in a market, or is about to. */
export interface OwnStanding {
  /** The offer's number; empty of one that has none yet. */
  readonly offerId: string;
  /** Units of what is sent to it for one of what it gives. */
  readonly price: Price;
  /** Stroops of what it gives. */
  readonly amount: bigint;
  /** Whether the market has it. */
  readonly isSeen: boolean;
  /** As our records have it; absent where they do not know it. */
  readonly row?: OrderDocument;
  /** As its owner sees it. */
  readonly told: { readonly side: OrderSide; readonly price: string };
}

/** One's own offers in a market: as the market has them, what only our records know yet, and what is under way. */
export function ownStanding(hop: Hop, account: string, { open, underWay }: Records): OwnStanding[] {
  const { side, receive, send } = hop;
  const seen = [...(side?.offersBy(account) ?? [])].map(({ offerId, price, amount }): OwnStanding => {
    const row = open.find((order) => order.offerId === offerId);
    return { offerId, price, amount, isSeen: true, ...(row && { row }), told: row ? toldOf(row) : toldAs(hop, price) };
  });
  const unseen = open.flatMap((row): OwnStanding[] => {
    const { given, taken } = sidesOf(row);
    if (!isSameAsset(given, receive) || !isSameAsset(taken, send)) return [];
    // What the market has not is gone, unless our records are of a later ledger.
    if (seen.some(({ offerId }) => offerId === row.offerId) || (side !== null && row.ledger <= side.ledger)) return [];
    const { offerId } = row;
    return [{ offerId, price: givenPrice(row), amount: offeredBy(row), isSeen: false, row, told: toldOf(row) }];
  });
  return [...seen, ...unseen, ...underWay.flatMap((step) => comingOf(step, hop))];
}

/**
 * What takers meet, the best first: at one price the older first, and last what is about to stand. One's own offers are called by
 * their place in `standing`.
 */
export function rungsOf({ side }: Pick<Hop, "side">, standing: readonly OwnStanding[]): Iterable<Rung> {
  const seen = new Map(standing.flatMap((own, place) => (own.isSeen ? [[own.offerId, String(place)] as const] : [])));
  const added = standing.filter(({ isSeen }) => !isSeen).toSorted(byPlace);
  const rungOf = (own: OwnStanding): Rung => ({
    price: own.price,
    amount: own.amount,
    own: String(standing.indexOf(own)),
  });
  return (function* (): Generator<Rung> {
    let next = 0;
    for (const { offerId, price, amount } of side?.offers() ?? []) {
      for (let own = added[next]; own && byPlace(own, { offerId, price }) < 0; own = added[next]) {
        yield rungOf(own);
        next += 1;
      }
      yield { price, amount, own: seen.get(offerId) ?? null };
    }
    for (const own of added.slice(next)) yield rungOf(own);
  })();
}

type Placed = Pick<OwnStanding, "offerId" | "price">;

function byPlace(one: Placed, other: Placed): number {
  return inOrder(placed(one), placed(other));
}

/** A new offer has the highest number. */
function placed({ offerId, price }: Placed): Placed {
  return { offerId: offerId === "" ? HIGHEST_ID : offerId, price };
}

const HIGHEST_ID = String(2n ** 63n - 1n);
const NEW_OFFER = "0";

/** What an operation under way may leave in the market. */
function comingOf(step: Step, hop: Hop): OwnStanding[] {
  if (!isTradeStep(step)) return [];
  switch (step.type) {
    case "manage_sell_offer":
    case "manage_buy_offer":
    case "create_passive_sell_offer": {
      if (!isSameAsset(step.selling, hop.receive) || !isSameAsset(step.buying, hop.send)) return [];
      const price = step.type === "manage_buy_offer" ? turned(step.price) : step.price;
      const offerId = "offerId" in step && step.offerId !== NEW_OFFER ? step.offerId : "";
      const { side } = step.placedAs;
      const told = { side, price: textOf(side === "sell" ? price : turned(price)) };
      return [{ offerId, price, amount: BigInt(step.amount), isSeen: false, told }];
    }
    default:
      return [];
  }
}

function toldOf({ side, price }: OrderDocument): OwnStanding["told"] {
  return { side, price: textOf(price) };
}

function toldAs({ send, receive }: Exchanged, price: Price): OwnStanding["told"] {
  const isSelling = isSameAsset(canonicalPair(send, receive).base, receive);
  return isSelling ? { side: "sell", price: textOf(price) } : { side: "buy", price: textOf(turned(price)) };
}

function textOf({ n, d }: Price): string {
  return priceText(BigInt(n), BigInt(d)) ?? `${n}/${d}`;
}
