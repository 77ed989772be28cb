import { bestOf } from "#schemas/market-maker/crossing.ts";
import type { BookFacts, OwnOffer, PlanStep, StrayOffer, TickFacts, WalletFacts } from "#schemas/market-maker/facts.ts";
import { fundsOf } from "#schemas/market-maker/ladder.ts";
import type { Exact, Side } from "#schemas/market-maker/prices.ts";
import { xlmNeeded } from "#schemas/market-maker/reserves.ts";
import { type ReadPool } from "#schemas/market-maker/terms.ts";
import { mulDiv, type Price } from "#schemas/values/money.ts";
import { type ModelLedger, type Offer, type Operation, XLM } from "./market-ledger.ts";

export const STRANGERS = ["S1", "S2", "S3", "S4"];
export const OWNER = "OWNER";
const PLENTY = 10n ** 18n;

/** An order of the owner that no ledger has yet. */
export interface Pending {
  readonly side: Side;
  readonly price: Price;
}

/** What a server makes of a ledger for a pool's plan, and of the plan for the ledger. */
export class PoolSide {
  pool: ReadPool;
  readonly wallets: readonly string[];
  readonly #ledger: ModelLedger;

  constructor(ledger: ModelLedger, pool: ReadPool) {
    this.#ledger = ledger;
    this.pool = pool;
    this.wallets = Array.from({ length: pool.walletCount }, (_, index) => `W${index + 1}`);
    this.#open();
  }

  #open(): void {
    const { base, quote, baseAmount, quoteAmount } = this.pool;
    const { perWallet, feeBuffer } = xlmNeeded(this.pool);
    const bases = fundsOf(this.pool, baseAmount, "sell");
    const quotes = fundsOf(this.pool, quoteAmount, "buy");
    for (const [index, wallet] of this.wallets.entries()) {
      const aside = perWallet + (index === 0 ? feeBuffer : 0n);
      const balances: Record<string, bigint> = { [XLM]: aside };
      balances[base] = (balances[base] ?? 0n) + (bases[index] ?? 0n);
      balances[quote] = (balances[quote] ?? 0n) + (quotes[index] ?? 0n);
      this.#ledger.open(wallet, balances);
    }
    for (const address of [OWNER, ...STRANGERS]) {
      this.#ledger.open(address, { [XLM]: PLENTY, [base]: PLENTY, [quote]: PLENTY });
    }
  }

  operationOf(step: PlanStep): Operation {
    const { base, quote } = this.pool;
    if (step.kind === "pay") {
      const { from: account, to, amount } = step;
      return { kind: "payment", account, to, asset: step.asset === "base" ? base : quote, amount };
    }
    if (step.kind === "cancel") {
      const { wallet: account, offerId, sellingAsset: selling, buyingAsset: buying } = step;
      return {
        kind: "offer",
        account,
        id: Number(offerId),
        offer: { selling, buying, amount: 0n, price: { n: 1, d: 1 } },
      };
    }
    const { wallet: account, side, price, selling } = step;
    return {
      kind: "offer",
      account,
      id: step.kind === "edit" ? Number(step.offerId) : 0,
      offer: this.offer(side, price, selling),
    };
  }

  offer(side: Side, price: Price, amount: bigint): Omit<Offer, "id" | "seller"> {
    const { base, quote } = this.pool;
    return side === "sell"
      ? { selling: base, buying: quote, amount, price }
      : { selling: quote, buying: base, amount, price: { n: price.d, d: price.n } };
  }

  facts(reference: Exact | null, isResting: boolean, pending: Pending | null): TickFacts {
    const { base, quote } = this.pool;
    const own = this.own();
    const onPair = own.filter(
      ({ selling, buying }) => [base, quote].includes(selling) && [base, quote].includes(buying),
    );
    return {
      pool: this.pool,
      wallets: this.wallets.map((address, index) => this.#walletFacts(address, index)),
      offers: onPair.map((offer) => this.#asOwn(offer)),
      strays: own
        .filter((offer) => !onPair.includes(offer))
        .map(({ id, seller: wallet, selling, buying, price }): StrayOffer => {
          return { offerId: String(id), wallet, selling, buying, price };
        }),
      reference,
      book: this.book(pending),
      isResting,
    };
  }

  #walletFacts(address: string, index: number): WalletFacts {
    const { base, quote } = this.pool;
    const { perWallet, feeBuffer } = xlmNeeded(this.pool);
    const { balances } = this.#ledger.account(address);
    const spendable = (asset: string): bigint => {
      const aside = asset === XLM ? perWallet + (index === 0 ? feeBuffer : 0n) : 0n;
      return (balances[asset] ?? 0n) - aside;
    };
    return { address, base: spendable(base), quote: spendable(quote), isHealthy: !this.#ledger.frozen.has(address) };
  }

  #asOwn({ id, seller: wallet, selling, amount, price }: Offer): OwnOffer {
    if (selling === this.pool.base)
      return { offerId: String(id), wallet, side: "sell", price, amount, selling: amount };
    const turned = { n: price.d, d: price.n };
    const base = mulDiv(amount, BigInt(turned.d), BigInt(turned.n), "down");
    return { offerId: String(id), wallet, side: "buy", price: turned, amount: base, selling: amount };
  }

  own(): Offer[] {
    return this.#ledger.offers().filter(({ seller }) => seller.startsWith("W"));
  }

  #bestOf(side: Side, isTheirs: (seller: string) => boolean, beside: readonly Pending[]): Price | null {
    const { base, quote } = this.pool;
    const [sold, bought] = side === "sell" ? [base, quote] : [quote, base];
    const offers = this.#ledger.offers().filter((offer) => {
      return offer.selling === sold && offer.buying === bought && isTheirs(offer.seller);
    });
    return bestOf([...offers.map((offer) => this.#asOwn(offer)), ...beside], side);
  }

  book(pending: Pending | null): BookFacts {
    const isStranger = (seller: string) => STRANGERS.includes(seller);
    const isOwner = (seller: string) => seller === OWNER;
    const owners = pending ? [pending] : [];
    return {
      bestBid: this.#bestOf("buy", isStranger, []),
      bestAsk: this.#bestOf("sell", isStranger, []),
      ownerBid: this.#bestOf("buy", isOwner, owners),
      ownerAsk: this.#bestOf("sell", isOwner, owners),
    };
  }
}
