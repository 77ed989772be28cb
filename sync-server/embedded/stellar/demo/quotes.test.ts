import type { AssetWire, OfferEntryWire, OperationWire } from "@stellar/stellar-sdk/xdr";
import { expect, test } from "vitest";
import { mulDiv } from "#schemas/values/money.ts";
import { sameAsset } from "#server/embedded/stellar/ledger/keys.ts";
import { PAIRS } from "./assets.ts";
import { assetIn, castOf } from "./cast.ts";
import { PRICE_UNITS, PriceGrid } from "./grid.ts";
import { quotesAround, requote } from "./quotes.ts";
import type { Budget } from "./quotes.ts";
import { randomFrom } from "./random.ts";

const LEVELS = 8;
const ROUNDS = 400;
const PLENTY: Budget = { base: 10n ** 18n, counter: 10n ** 18n };
const cast = castOf(new Uint8Array(32));
const maker = cast.makers.USDC.id;
const [pair] = PAIRS;
if (!pair) throw new Error("no pair");
const base = assetIn(cast, pair.base);
const counter = assetIn(cast, pair.counter);

/** A book of one maker's offers, changed by its operations as the ledger would, had it nobody else's. */
class Book {
  readonly offers = new Map<bigint, OfferEntryWire>();
  #lastId = 0n;

  apply(body: OperationWire["body"]): void {
    const { offerId, amount, price, selling, buying } = placed(body);
    if (offerId !== 0n && !this.offers.has(offerId)) throw new Error("no such offer");
    if (amount === 0n) {
      this.offers.delete(offerId);
      return;
    }
    this.#lastId += offerId === 0n ? 1n : 0n;
    const id = offerId === 0n ? this.#lastId : offerId;
    this.offers.set(id, { sellerId: maker, offerId: id, selling, buying, amount, price, flags: 0, ext: { v: 0 } });
  }

  units(side: "asks" | "bids"): number[] {
    return this.offers
      .values()
      .filter(({ selling }) => sameAsset(selling, side === "asks" ? base : counter))
      .map(({ price }) => (side === "asks" ? price.n : price.d))
      .toArray()
      .toSorted((left, right) => left - right);
  }
}

interface Placed extends Pick<OfferEntryWire, "offerId" | "amount" | "price" | "selling" | "buying"> {
  readonly selling: AssetWire;
}

function placed(body: OperationWire["body"]): Placed {
  if (body.type === 3) return body.manageSellOfferOp;
  if (body.type !== 12) throw new Error("no order");
  const { buyAmount, price, ...order } = body.manageBuyOfferOp;
  const amount = mulDiv(buyAmount, BigInt(price.n), BigInt(price.d), "down");
  return { ...order, amount, price: { n: price.d, d: price.n } };
}

test.each(["1", "2", "3"])(
  "wherever the price goes and whatever is taken, no offer meets one of its own (seed %s)",
  (seed) => {
    const grid = new PriceGrid(pair);
    const random = randomFrom(seed);
    const book = new Book();
    let center = 3000;
    for (let round = 0; round < ROUNDS; round += 1) {
      center += random.whole(21) - 10;
      const levels = random.whole(10) === 0 ? random.whole(LEVELS + 1) : LEVELS;
      const quotes = quotesAround(grid, center, pair, levels, PLENTY);
      for (const body of requote([...book.offers.values()], quotes, base, counter)) {
        book.apply(body);
        const [lowestAsk = Infinity] = book.units("asks");
        expect(book.units("bids").at(-1) ?? 0).toBeLessThan(lowestAsk);
      }
      expect(book.units("asks")).toEqual(quotes.asks.map(({ units }) => units));
      expect(book.units("bids").toReversed()).toEqual(quotes.bids.map(({ units }) => units));
      // Somebody takes some of it: whole offers or parts.
      for (const [id, offer] of book.offers) {
        const chance = random.whole(5);
        if (chance === 0) book.offers.delete(id);
        else if (chance === 1) offer.amount = offer.amount / 3n + 1n;
      }
    }
  },
);

test("nothing is done where everything stands as wanted", () => {
  const book = new Book();
  const quotes = quotesAround(new PriceGrid(pair), 3000, pair, LEVELS, PLENTY);
  for (const body of requote([], quotes, base, counter)) book.apply(body);
  expect(requote([...book.offers.values()], quotes, base, counter)).toEqual([]);
});

test("no more is promised than there is", () => {
  const budget = { base: pair.levelAmount * 3n, counter: 0n };
  const { asks, bids } = quotesAround(new PriceGrid(pair), 3000, pair, LEVELS, budget);
  expect(asks.length).toBeGreaterThan(0);
  expect(asks.reduce((sum, { amount }) => sum + amount, 0n)).toBeLessThanOrEqual(budget.base);
  expect(bids).toEqual([]);
  expect(asks.every(({ units }) => units > 0 && units < PRICE_UNITS * 200)).toBe(true);
});
