import type { Price } from "#schemas/values/money.ts";
import type { Exact, Side } from "./prices.ts";
import type { ReadPool } from "./terms.ts";

/** A trading wallet. Amounts are stroops: balances less the reserves of all entries it may have and the fee buffer, what offers hold not subtracted. */
export interface WalletFacts {
  readonly address: string;
  readonly base: bigint;
  readonly quote: bigint;
  /** Whether its lines are authorised. */
  readonly isHealthy: boolean;
}

/** An offer of the pool on its pair, as a ledger leaves it. */
export interface OwnOffer {
  readonly offerId: string;
  readonly wallet: string;
  readonly side: Side;
  /** Quote for one base, exactly that of the ledger; that of a bid is turned. */
  readonly price: Price;
  /** Of base; of a bid it is derived. */
  readonly amount: bigint;
  /** Of what it gives, as on the ledger. */
  readonly selling: bigint;
}

/** An offer of a wallet on another pair. */
export interface StrayOffer {
  readonly offerId: string;
  readonly wallet: string;
  /** Asset keys. */
  readonly selling: string;
  readonly buying: string;
  /** As on the ledger. */
  readonly price: Price;
}

/** The best offers on the pair that are not the pool's. */
export interface BookFacts {
  /** Of strangers. */
  readonly bestBid: Price | null;
  readonly bestAsk: Price | null;
  /** Of the owner's wallet and other pools, confirmed and in flight. */
  readonly ownerBid: Price | null;
  readonly ownerAsk: Price | null;
}

/** What a plan is made of: a ledger, and nothing of before. Nothing is in flight but what `book` says. */
export interface TickFacts {
  readonly pool: ReadPool;
  /** In the order of their labels; the first pays the network. */
  readonly wallets: readonly WalletFacts[];
  readonly offers: readonly OwnOffer[];
  readonly strays: readonly StrayOffer[];
  /** Null where it is missing or not believed: offers are taken out. */
  readonly reference: Exact | null;
  readonly book: BookFacts;
  /** For a tick after an offer came to another instead of being met. */
  readonly isResting: boolean;
}

export interface CancelStep {
  readonly kind: "cancel";
  readonly wallet: string;
  readonly offerId: string;
  /** Asset keys. */
  readonly sellingAsset: string;
  readonly buyingAsset: string;
}

/** `price` is quote for one base, `selling` stroops of what it gives: what the ledger will hold, nothing is lost by its rounding. */
export interface EditStep {
  readonly kind: "edit";
  readonly wallet: string;
  readonly offerId: string;
  readonly side: Side;
  readonly price: Price;
  readonly selling: bigint;
}

export interface CreateStep {
  readonly kind: "create";
  readonly wallet: string;
  readonly side: Side;
  readonly price: Price;
  readonly selling: bigint;
}

/** Between two wallets of the pool. */
export interface PayStep {
  readonly kind: "pay";
  readonly from: string;
  readonly to: string;
  readonly asset: "base" | "quote";
  readonly amount: bigint;
}

export type PlanStep = CancelStep | EditStep | CreateStep | PayStep;

/** Why levels are missing from the ladder. */
export type LeftOut = "crosses-own" | "outside" | "small";

/** The steps of one transaction, in this order. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** Over all that may stand, whether the transaction is applied or not. */
  readonly highestBid: Price | null;
  readonly lowestAsk: Price | null;
  readonly leftOut: LeftOut | null;
}
