import { adjustedOfferAmount, exchange, offerLiabilities } from "#schemas/values/exchange.ts";
import { comparePrices, MAX_STROOPS, type Price } from "#schemas/values/money.ts";

export const XLM = "XLM";
export const BASE_RESERVE = 5_000_000n;
const FEE = 100n;

export interface Offer {
  readonly id: number;
  readonly seller: string;
  readonly selling: string;
  readonly buying: string;
  readonly amount: bigint;
  /** Bought for one sold. */
  readonly price: Price;
}

export interface Account {
  readonly balances: Readonly<Record<string, bigint>>;
  readonly sequence: number;
}

export type Operation =
  | {
      readonly kind: "offer";
      readonly account: string;
      readonly offer: Omit<Offer, "id" | "seller">;
      readonly id: number;
    }
  | {
      readonly kind: "payment";
      readonly account: string;
      readonly to: string;
      readonly asset: string;
      readonly amount: bigint;
    };

export interface Envelope {
  readonly source: string;
  readonly sequence: number;
  readonly operations: readonly Operation[];
}

export interface Trade {
  readonly taker: string;
  readonly maker: string;
}

interface State {
  readonly accounts: Map<string, Account>;
  readonly offers: Map<number, Offer>;
  readonly trades: Trade[];
}

class Failed extends Error {}

/** A ledger of offers and payments, with the network's own arithmetic: a transaction applies whole, or takes its fee and nothing else. */
export class ModelLedger {
  #state: State = { accounts: new Map(), offers: new Map(), trades: [] };
  #nextId = 1;
  /** Counts what changed it, fees apart. */
  version = 0;
  /** Who may move nothing but out of the book. */
  readonly frozen = new Set<string>();

  open(address: string, balances: Readonly<Record<string, bigint>>): void {
    this.#state.accounts.set(address, { balances, sequence: 0 });
  }

  account(address: string): Account {
    const account = this.#state.accounts.get(address);
    if (!account) throw new Failed(`no account ${address}`);
    return account;
  }

  offers(): Offer[] {
    return [...this.#state.offers.values()];
  }

  /** Those since they were last asked for. */
  takeTrades(): Trade[] {
    return this.#state.trades.splice(0);
  }

  /** What the network keeps of an account. */
  reserve(address: string): bigint {
    const lines = Object.keys(this.account(address).balances).length - 1;
    const offers = this.offers().filter(({ seller }) => seller === address).length;
    return BASE_RESERVE * BigInt(2 + lines + offers);
  }

  bound(address: string, asset: string): bigint {
    return this.offers()
      .filter(({ seller, selling }) => seller === address && selling === asset)
      .reduce((sum, { price, amount }) => sum + offerLiabilities(price, amount).selling, 0n);
  }

  /** What an account may still bind or pay. */
  free(address: string, asset: string): bigint {
    const kept = asset === XLM ? this.reserve(address) : 0n;
    return (this.account(address).balances[asset] ?? 0n) - this.bound(address, asset) - kept;
  }

  freeze(address: string): void {
    this.frozen.add(address);
    for (const { id, seller } of this.offers()) if (seller === address) this.#state.offers.delete(id);
    this.version += 1;
  }

  thaw(address: string): void {
    if (this.frozen.delete(address)) this.version += 1;
  }

  /** A transaction of somebody whose fees and sequence number are nobody's concern; whether it applied. */
  act(operations: readonly Operation[]): boolean {
    return this.#whole(operations) === "applied";
  }

  /** "none" for one whose sequence number is used up: it costs nothing and does nothing. */
  apply({ source, sequence, operations }: Envelope): "applied" | "none" | { readonly failed: string } {
    const account = this.account(source);
    if (sequence !== account.sequence + 1) return "none";
    const fee = FEE * BigInt(operations.length);
    const balances = { ...account.balances, [XLM]: (account.balances[XLM] ?? 0n) - fee };
    this.#state.accounts.set(source, { balances, sequence });
    return this.#whole(operations);
  }

  #whole(operations: readonly Operation[]): "applied" | { readonly failed: string } {
    const before = this.#state;
    const { accounts, offers, trades } = before;
    this.#state = { accounts: new Map(accounts), offers: new Map(offers), trades: [...trades] };
    try {
      for (const operation of operations) this.#operate(operation);
      this.version += 1;
      return "applied";
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      this.#state = before;
      return { failed: error.message };
    }
  }

  #operate(operation: Operation): void {
    if (operation.kind === "offer") this.#manage(operation);
    else {
      const { account, to, asset, amount } = operation;
      if (this.frozen.has(account) || this.frozen.has(to)) throw new Failed("not authorised");
      this.#move(account, asset, -amount);
      this.#move(to, asset, amount);
      if (this.free(account, asset) < 0n) throw new Failed(`${account} lacks ${asset} for a payment`);
    }
  }

  #manage({ account, offer, id }: Extract<Operation, { kind: "offer" }>): void {
    const { selling, buying, price } = offer;
    if (id > 0 && this.#state.offers.get(id)?.seller !== account) throw new Failed(`no offer ${id}`);
    this.#state.offers.delete(id);
    if (offer.amount === 0n) return;
    if (this.frozen.has(account)) throw new Failed("not authorised");
    const native = selling === XLM ? BASE_RESERVE : 0n;
    if (this.free(account, XLM) < BASE_RESERVE) throw new Failed(`${account} lacks the reserve of an offer`);
    if (this.free(account, selling) - native < offerLiabilities(price, offer.amount).selling) {
      throw new Failed(`${account} lacks ${selling} for an offer`);
    }
    const left = this.#cross(account, offer);
    const amount = left === null ? 0n : adjustedOfferAmount(price, left, MAX_STROOPS);
    if (amount === 0n) return;
    const stands = id > 0 ? id : this.#nextId++;
    this.#state.offers.set(stands, { id: stands, seller: account, selling, buying, amount, price });
  }

  /** What is left of an offer once it took what it came to; null for nothing. */
  #cross(account: string, { selling, buying, amount, price }: Omit<Offer, "id" | "seller">): bigint | null {
    let left = amount;
    const worst = { n: price.d, d: price.n };
    const book = this.offers()
      .filter((other) => other.selling === buying && other.buying === selling && comparePrices(other.price, worst) <= 0)
      .toSorted((one, other) => comparePrices(one.price, other.price) || one.id - other.id);
    for (const other of book) {
      if (left === 0n) return null;
      if (other.seller === account) throw new Failed(`${account} would cross itself`);
      const limits = {
        maxWheatSend: other.amount,
        maxWheatReceive: MAX_STROOPS,
        maxSheepSend: left,
        maxSheepReceive: MAX_STROOPS,
      };
      const { wheatReceived, sheepSent, wheatStays } = exchange(other.price, limits, "normal");
      this.#trade(account, other, wheatReceived, sheepSent, wheatStays);
      left -= sheepSent;
      if (wheatStays) return null;
    }
    return left;
  }

  #trade(taker: string, { id, ...maker }: Offer, received: bigint, sent: bigint, stays: boolean): void {
    if (received > 0n) this.#state.trades.push({ taker, maker: maker.seller });
    this.#move(taker, maker.selling, received);
    this.#move(taker, maker.buying, -sent);
    this.#move(maker.seller, maker.selling, -received);
    this.#move(maker.seller, maker.buying, sent);
    const amount = stays ? adjustedOfferAmount(maker.price, maker.amount - received, MAX_STROOPS) : 0n;
    if (amount > 0n) this.#state.offers.set(id, { ...maker, id, amount });
    else this.#state.offers.delete(id);
  }

  #move(address: string, asset: string, amount: bigint): void {
    const { balances, sequence } = this.account(address);
    this.#state.accounts.set(address, {
      balances: { ...balances, [asset]: (balances[asset] ?? 0n) + amount },
      sequence,
    });
  }
}
