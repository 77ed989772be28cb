import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import {
  canonicalPair,
  type LedgerOffer,
  type LedgerPool,
  type MarketChanges,
  type MarketPair,
  type OrderBook,
} from "#server/platform/network/markets.ts";
import { BookSide, type Resting } from "./book.ts";

/** A pool seen from what is paid into it. */
export interface PoolView {
  readonly pool: LedgerPool;
  readonly reserveTo: bigint;
  readonly reserveFrom: bigint;
}

/**
 * Offers and pools between the assets listed, in memory, as of one ledger. Assets have numbers here, from 0, in the order
 * in which they are given; what names an asset that is not listed is passed over.
 */
export class MarketIndex {
  readonly assets: readonly AssetName[];
  readonly #numbers: ReadonlyMap<string, number>;
  /** At `selling * assets + buying`. */
  readonly #sides = new Map<number, BookSide>();
  /** At `lower number * assets + higher number`. */
  readonly #pools = new Map<number, LedgerPool>();
  readonly #poolPlaces = new Map<string, number>();
  readonly #offers = new Map<string, Resting>();
  readonly #bySeller = new Map<string, Set<Resting>>();
  readonly #rates: Float64Array;
  #ledger = 0;

  constructor(listed: readonly AssetName[]) {
    this.#numbers = new Map(listed.map((asset, number) => [assetKey(asset), number]));
    if (this.#numbers.size < listed.length) throw new RangeError("an asset is listed twice");
    this.assets = listed;
    this.#rates = new Float64Array(listed.length ** 2);
  }

  /** The ledger as of which all this is; 0 before anything was loaded. */
  get ledger(): number {
    return this.#ledger;
  }

  /** Forgets everything, and begins with what stood at `ledger`. */
  load(offers: Iterable<LedgerOffer>, pools: Iterable<LedgerPool>, ledger: number): void {
    for (const known of [this.#sides, this.#pools, this.#poolPlaces, this.#offers, this.#bySeller]) known.clear();
    const bySide = new Map<number, LedgerOffer[]>();
    for (const offer of offers) {
      const place = this.#placeOf(offer.selling, offer.buying);
      if (place === undefined) continue;
      const known = bySide.get(place);
      if (known) known.push(offer);
      else bySide.set(place, [offer]);
    }
    for (const [place, some] of bySide) for (const resting of this.#sideAt(place).fill(some)) this.#note(resting);
    for (const pool of pools) this.#putPool(pool);
    for (const place of this.#rates.keys()) this.#updateRate(place);
    this.#ledger = ledger;
  }

  /** Takes in what a later ledger did; answers with the pairs that it touched, by offers, pools or trades. */
  apply(ledger: number, changes: MarketChanges): MarketPair[] {
    this.advance(ledger);
    const touched = new Set<number>();
    for (const offerId of changes.goneOffers) this.#removeOffer(offerId, touched);
    for (const offer of changes.offers) this.#putOffer(offer, touched);
    for (const poolId of changes.gonePools) this.#removePool(poolId, touched);
    for (const pool of changes.pools) {
      const place = this.#putPool(pool);
      if (place !== undefined) touched.add(place);
    }
    for (const { sold, bought } of changes.trades) {
      const place = this.#placeOf(sold, bought);
      if (place !== undefined) touched.add(place);
    }
    const pairs = new Set<number>();
    for (const place of touched) {
      this.#updateRate(place);
      this.#updateRate(this.#turned(place));
      pairs.add(Math.min(place, this.#turned(place)));
    }
    return [...pairs].map((place) => canonicalPair(...this.#assetsAt(place)));
  }

  /** Nothing changed until this ledger closed, which is later than the one that this was of. */
  advance(ledger: number): void {
    if (ledger <= this.#ledger) throw new RangeError(`ledger ${ledger} came after ${this.#ledger}`);
    this.#ledger = ledger;
  }

  /**
   * Both sides as far as `limit` levels, as Horizon's: offers of prices that tie are one level, whose price is the first
   * one's in lowest terms.
   */
  orderBook({ base, counter }: MarketPair, limit: number): OrderBook {
    const asks = this.#sideOf(base, counter)?.levels(limit) ?? [];
    const bids = this.#sideOf(counter, base)?.levels(limit) ?? [];
    const turned = bids.map(({ price: { n, d }, amount }) => ({ price: { n: d, d: n }, amount }));
    return { asks, bids: turned };
  }

  /** The best first. */
  *offersOf(selling: AssetName, buying: AssetName): Generator<LedgerOffer> {
    for (const { offer } of this.#sideOf(selling, buying) ?? []) yield offer;
  }

  offer(offerId: string): LedgerOffer | null {
    return this.#offers.get(offerId)?.offer ?? null;
  }

  *offers(): Generator<LedgerOffer> {
    for (const { offer } of this.#offers.values()) yield offer;
  }

  pool({ base, counter }: MarketPair): LedgerPool | null {
    const place = this.#placeOf(base, counter);
    return (place !== undefined && this.#pools.get(Math.min(place, this.#turned(place)))) || null;
  }

  pools(): LedgerPool[] {
    return [...this.#pools.values()];
  }

  /** Whether there is an offer or a pool of this id. */
  has(id: string): boolean {
    return this.#offers.has(id) || this.#poolPlaces.has(id);
  }

  isListed(asset: AssetName): boolean {
    return this.#numbers.has(assetKey(asset));
  }

  numberOf(asset: AssetName): number | undefined {
    return this.#numbers.get(assetKey(asset));
  }

  /** What takers of one asset meet who send another. */
  side(from: number, to: number): BookSide | undefined {
    return this.#sides.get(to * this.assets.length + from);
  }

  poolBetween(from: number, to: number): PoolView | undefined {
    const pool = this.#pools.get(Math.min(from, to) * this.assets.length + Math.max(from, to));
    if (!pool || pool.reserveA <= 0n || pool.reserveB <= 0n) return undefined;
    const isFromA = this.numberOf(pool.assetA) === from;
    const [reserveTo, reserveFrom] = isFromA ? [pool.reserveA, pool.reserveB] : [pool.reserveB, pool.reserveA];
    return { pool, reserveTo, reserveFrom };
  }

  /** More than this many units of an asset nobody gets for one unit of another, in one exchange; 0 where there is none. */
  bestRate(from: number, to: number): number {
    return this.#rates[from * this.assets.length + to] ?? 0;
  }

  /** The offers of an account (G...). */
  offersBy(seller: string): Iterable<Resting> {
    return this.#bySeller.get(seller) ?? [];
  }

  #putOffer(offer: LedgerOffer, touched: Set<number>): void {
    this.#removeOffer(offer.offerId, touched);
    const place = this.#placeOf(offer.selling, offer.buying);
    if (place === undefined) return;
    touched.add(place);
    this.#note(this.#sideAt(place).add(offer));
  }

  #note(resting: Resting): void {
    const { offerId, seller } = resting.offer;
    this.#offers.set(offerId, resting);
    const own = this.#bySeller.get(seller);
    if (own) own.add(resting);
    else this.#bySeller.set(seller, new Set([resting]));
  }

  #removeOffer(offerId: string, touched: Set<number>): void {
    const resting = this.#offers.get(offerId);
    if (!resting) return;
    const { selling, buying, seller } = resting.offer;
    const place = this.#placeOf(selling, buying);
    if (place !== undefined) touched.add(place);
    resting.side.remove(resting);
    this.#offers.delete(offerId);
    const own = this.#bySeller.get(seller);
    own?.delete(resting);
    if (own?.size === 0) this.#bySeller.delete(seller);
  }

  #putPool(pool: LedgerPool): number | undefined {
    const place = this.#placeOf(pool.assetA, pool.assetB);
    if (place === undefined) return undefined;
    const kept = Math.min(place, this.#turned(place));
    this.#pools.set(kept, pool);
    this.#poolPlaces.set(pool.poolId, kept);
    return kept;
  }

  #removePool(poolId: string, touched: Set<number>): void {
    const place = this.#poolPlaces.get(poolId);
    if (place === undefined) return;
    this.#pools.delete(place);
    this.#poolPlaces.delete(poolId);
    touched.add(place);
  }

  /** At `from * assets + to`: the better of the offers and the pool between them. */
  #updateRate(place: number): void {
    const count = this.assets.length;
    const [from, to] = [Math.floor(place / count), place % count];
    const pool = this.poolBetween(from, to);
    const ofPool = pool
      ? (Number(pool.reserveFrom) / Number(pool.reserveTo)) * (1 - pool.pool.feeBasisPoints / 1e4)
      : 0;
    this.#rates[place] = Math.max(this.side(from, to)?.bestRate ?? 0, ofPool);
  }

  #sideOf(selling: AssetName, buying: AssetName): BookSide | undefined {
    const place = this.#placeOf(selling, buying);
    return place === undefined ? undefined : this.#sides.get(place);
  }

  #sideAt(place: number): BookSide {
    const known = this.#sides.get(place);
    if (known) return known;
    const side = new BookSide();
    this.#sides.set(place, side);
    return side;
  }

  #placeOf(first: AssetName, second: AssetName): number | undefined {
    const [left, right] = [this.numberOf(first), this.numberOf(second)];
    return left === undefined || right === undefined || left === right ? undefined : left * this.assets.length + right;
  }

  #turned(place: number): number {
    const count = this.assets.length;
    return (place % count) * count + Math.floor(place / count);
  }

  #assetsAt(place: number): readonly [AssetName, AssetName] {
    const count = this.assets.length;
    const [left, right] = [this.assets[Math.floor(place / count)], this.assets[place % count]];
    if (!left || !right) throw new RangeError("no such pair of assets");
    return [left, right];
  }
}
