import { describe, expect, test } from "vitest";
import { adjustedOfferAmount, exchange } from "#schemas/values/exchange.ts";
import { MAX_HOPS } from "#schemas/market-data.ts";
import { MAX_STROOPS, type Price } from "#schemas/values/money.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { LedgerOffer } from "#server/platform/network/markets.ts";
import { integerFrom, oneOf, type Random, randomFrom } from "#tests/faults/stellar/random.ts";
import type { Direction } from "./book.ts";
import { anIndex, anOffer, aPool, assetsOf } from "./market.fixture.ts";
import type { MarketIndex } from "./market-index.ts";
import { findQuote, quoteAlong } from "./quote.ts";

const ASSETS = assetsOf(6);
const [XLM, USD, EUR] = [assetAt(0), assetAt(1), assetAt(2)];
const UNIT = 10_000_000n;
const PAR: Price = { n: 1, d: 1 };

function assetAt(number: number): AssetName {
  const asset = ASSETS[number];
  if (!asset) throw new Error("no such asset");
  return asset;
}

describe("one exchange", () => {
  test("takes the best offers first and stops within one", () => {
    const offers = [anOffer(1, [USD, XLM], 5n * UNIT, { n: 2, d: 1 }), anOffer(2, [USD, XLM], 5n * UNIT, PAR)];
    const quote = findQuote(anIndex(ASSETS, offers), sending(XLM, USD, 7n * UNIT));
    expect(quote).toMatchObject({ sendAmount: 7n * UNIT, receiveAmount: 6n * UNIT, priceImpact: 1429n });
    expect(quote?.hops).toEqual([{ from: XLM, to: USD, sent: 7n * UNIT, received: 6n * UNIT, via: "book" }]);
    const back = findQuote(anIndex(ASSETS, offers), receiving(XLM, USD, 6n * UNIT));
    expect(back).toMatchObject({ sendAmount: 7n * UNIT, receiveAmount: 6n * UNIT, priceImpact: 1429n });
  });

  test("is all in the pool, or all in the book; of two that are as good it is in the pool", () => {
    const pool = aPool(1, [XLM, USD], 1_000n * UNIT, 1_000n * UNIT);
    const inPool = findQuote(anIndex(ASSETS, [], [pool]), sending(XLM, USD, 10n * UNIT));
    const received = inPool?.receiveAmount ?? 0n;
    const as = (amount: bigint) => {
      const offers = [anOffer(1, [USD, XLM], amount, PAR), anOffer(2, [USD, XLM], 100n * UNIT, { n: 1_000_000, d: 1 })];
      return findQuote(anIndex(ASSETS, offers, [pool]), sending(XLM, USD, 10n * UNIT))?.hops[0];
    };
    // What is left for the dear offer brings a few stroops.
    const rest = (amount: bigint) => (10n * UNIT - amount) / 1_000_000n;
    let equal = received - 1n;
    while (equal + rest(equal) > received) equal -= 1n;
    expect(equal + rest(equal)).toBe(received);
    expect(as(equal)).toMatchObject({ via: "pool", received });
    expect(as(equal + 1n)).toMatchObject({ via: "book", received: received + 1n });
  });

  test("is not made with more offers than a payment may meet, nor past the payer's own", () => {
    const many = Array.from({ length: 1001 }, (_, n) => anOffer(n + 1, [USD, XLM], UNIT, { n: 1000 + n, d: 1000 }));
    const index = anIndex(ASSETS, many);
    expect(findQuote(index, receiving(XLM, USD, 1000n * UNIT))).not.toBeNull();
    expect(findQuote(index, receiving(XLM, USD, 1000n * UNIT + 1n))).toBeNull();
    const own = [...many.slice(0, 9), anOffer(2000, [USD, XLM], UNIT, { n: 1008, d: 1000 }, "GPAYER")];
    const mine = anIndex(ASSETS, own);
    expect(findQuote(mine, { ...receiving(XLM, USD, 9n * UNIT), payer: "GPAYER" })).not.toBeNull();
    expect(findQuote(mine, { ...receiving(XLM, USD, 9n * UNIT + 1n), payer: "GPAYER" })).toBeNull();
    expect(findQuote(mine, { ...receiving(XLM, USD, 9n * UNIT + 1n), payer: "GOTHER" })).not.toBeNull();
  });

  test("counts what an exchange before it has met", () => {
    const many = Array.from({ length: 999 }, (_, n) => anOffer(n + 1, [USD, XLM], UNIT, PAR));
    const next = [anOffer(5001, [EUR, USD], 999n * UNIT, PAR), anOffer(5002, [EUR, USD], UNIT, PAR)];
    const offers = [...many, ...next];
    expect(findQuote(anIndex(ASSETS, offers), sending(XLM, EUR, 999n * UNIT))?.hops).toHaveLength(2);
    const split = [...many, anOffer(5001, [EUR, USD], 998n * UNIT, PAR), anOffer(5002, [EUR, USD], UNIT, PAR)];
    expect(findQuote(anIndex(ASSETS, split), sending(XLM, EUR, 999n * UNIT))).toBeNull();
  });

  test("meets what an offer leaves of a stroop as the ledger does", () => {
    // All of it costs 15,000,001.5 stroops, which the ledger rounds down; with that very sum it is not all sold.
    const offers = [anOffer(1, [USD, XLM], 10_000_001n, { n: 3, d: 2 }), anOffer(2, [USD, XLM], UNIT, { n: 5, d: 2 })];
    const index = anIndex(ASSETS, offers);
    for (const amount of [15_000_000n, 15_000_001n, 15_000_002n, 15_000_003n])
      expect(findQuote(index, sending(XLM, USD, amount))?.receiveAmount).toBe(crossedOneByOne(offers, "send", amount));
  });
});

describe("a longer way is found", () => {
  const told = (offers: readonly LedgerOffer[], amount: bigint, assets = ASSETS) => {
    const quote = findQuote(anIndex(assets, offers), sending(XLM, USD, amount));
    return [quote?.receiveAmount, quote?.hops.length];
  };

  test("where it is better by a stroop", () => {
    const much = 1_000_000_000n;
    const offers = [anOffer(1, [USD, XLM], much, PAR), anOffer(2, [EUR, XLM], much, PAR)];
    expect(told([...offers, anOffer(3, [USD, EUR], 2n * much, PAR)], much)).toEqual([much, 1]);
    const hair = { n: 999_999_999, d: 1_000_000_000 };
    expect(told([...offers, anOffer(3, [USD, EUR], 2n * much, hair)], much)).toEqual([much + 1n, 2]);
  });

  test("where it is better by what the ledger rounds in a taker's favour", () => {
    // 51 stroops at 1.99 are sold for 101, not for 101.49.
    const offers = [anOffer(1, [USD, EUR], 51n, { n: 199, d: 100 }), anOffer(2, [EUR, XLM], UNIT, { n: 1000, d: 1 })];
    const direct = anOffer(3, [USD, XLM], 51n, { n: 101_200, d: 51 });
    const quote = findQuote(anIndex(ASSETS, [...offers, direct]), receiving(XLM, USD, 51n));
    expect([quote?.sendAmount, quote?.hops.length]).toEqual([101_000n, 2]);
  });

  test("where all that bring more to the asset before the last bring too much for the last", () => {
    const assets = assetsOf(12);
    const [last, ...between] = assets.slice(2);
    if (!last) throw new Error("too few assets");
    const offers = between.flatMap((asset, n) => [
      anOffer(10 + n, [asset, XLM], UNIT, PAR),
      anOffer(50 + n, [last, asset], UNIT, { n: 100 + n, d: 100 }),
    ]);
    const least = (100_000n * 100n) / BigInt(99 + between.length);
    expect(told([...offers, anOffer(99, [USD, last], least, PAR)], 100_000n, assets)).toEqual([least, 3]);
  });
});

test("ways that are given, cannot be gone, turn back or begin nowhere have no quote", () => {
  const offers = [anOffer(1, [USD, XLM], UNIT, PAR), anOffer(2, [EUR, USD], UNIT, PAR)];
  const index = anIndex(ASSETS.slice(0, 3), offers);
  const along = (...assets: readonly AssetName[]) =>
    quoteAlong(index, { direction: "send", assets, amount: 100n, payer: null })?.receiveAmount;
  expect(along(XLM, USD, EUR)).toBe(100n);
  expect([along(XLM, EUR), along(XLM, USD, XLM), along(XLM), along(XLM, assetAt(4)), along()]).toEqual(
    Array.from({ length: 5 }),
  );
  expect(findQuote(index, sending(XLM, XLM, 100n))).toBeNull();
  expect(findQuote(index, sending(XLM, USD, 0n))).toBeNull();
  expect(findQuote(index, sending(XLM, assetAt(4), 1n))).toBeNull();
  expect(findQuote(index, sending(XLM, USD, MAX_STROOPS))).toBeNull();
});

describe.each([1, 2, 3, 4])("at random (seed %i)", (seed) => {
  test("sums of many offers are what taking one after the other comes to", () => {
    const random = randomFrom(seed);
    const offers = Array.from({ length: 60 }, (_, n) => randomOffer(random, n + 1, [USD, XLM]));
    const index = anIndex(ASSETS, offers);
    const ordered = [...index.offersOf(USD, XLM)];
    for (const direction of ["send", "receive"] as const) {
      for (const amount of [...edgesOf(ordered, direction), ...someAmounts(random)]) {
        if (amount <= 0n) continue;
        const quote = findQuote(index, { direction, send: XLM, receive: USD, amount, payer: null });
        const told = quote && (direction === "send" ? quote.receiveAmount : quote.sendAmount);
        expect([direction, amount, told]).toEqual([direction, amount, crossedOneByOne(ordered, direction, amount)]);
      }
    }
  });

  test("no way is better than the quote, of all that there are", () => {
    const random = randomFrom(seed);
    for (let market = 0; market < 40; market += 1) {
      const index = randomMarket(random);
      const payer = oneOf(random, [null, "GMAKER", "GOTHER"]);
      const direction = oneOf(random, ["send", "receive"] as const);
      const amount = BigInt(integerFrom(random, 1, oneOf(random, [10, 1000, 1e5])));
      const question = { direction, send: XLM, receive: USD, amount, payer };
      const quote = findQuote(index, question);
      const told = quote && (direction === "send" ? quote.receiveAmount : quote.sendAmount);
      expect([question, told]).toEqual([question, bestByTryingAll(index, question)]);
      if (!quote) continue;
      const assets = [...quote.hops.map(({ from }) => from), USD];
      expect(quoteAlong(index, { direction, assets, amount, payer })).toEqual(quote);
    }
  });
});

function sending(send: AssetName, receive: AssetName, amount: bigint) {
  return { direction: "send", send, receive, amount, payer: null } as const;
}

function receiving(send: AssetName, receive: AssetName, amount: bigint) {
  return { direction: "receive", send, receive, amount, payer: null } as const;
}

/** One as the ledger keeps them: such that all of it can be taken. */
function randomOffer(random: Random, id: number, pair: readonly [AssetName, AssetName]): LedgerOffer {
  for (;;) {
    const price = { n: integerFrom(random, 95, 108), d: integerFrom(random, 95, 105) };
    const wanted = BigInt(integerFrom(random, 1, oneOf(random, [30, 200, 2000, 1e5, 1e6])));
    const amount = adjustedOfferAmount(price, wanted, MAX_STROOPS);
    if (amount > 0n) return anOffer(id, pair, amount, price, oneOf(random, ["GMAKER", "GOTHER"]));
  }
}

/** One in which ways are of about the same worth, and the best of them soon is used up. */
function randomMarket(random: Random): MarketIndex {
  const pair = () => {
    for (;;) {
      const [left, right] = [oneOf(random, ASSETS), oneOf(random, ASSETS)];
      if (left !== right) return [left, right] as const;
    }
  };
  const offers = Array.from({ length: integerFrom(random, 5, 200) }, (_, n) => randomOffer(random, n + 1, pair()));
  const reserve = () => BigInt(integerFrom(random, 1e5, 1e6));
  const pools = Array.from({ length: integerFrom(random, 0, 6) }, (_, n) => aPool(n, pair(), reserve(), reserve()));
  return anIndex(ASSETS, offers, pools);
}

/** Amounts at which one offer more is just taken, or just not. */
function edgesOf(ordered: readonly LedgerOffer[], direction: Direction): bigint[] {
  let sum = 0n;
  return ordered.slice(0, 20).flatMap(({ amount, price }) => {
    sum += direction === "receive" ? amount : (amount * BigInt(price.n)) / BigInt(price.d);
    return [-1n, 0n, 1n, 2n].map((more) => sum + more);
  });
}

function someAmounts(random: Random): bigint[] {
  return Array.from({ length: 40 }, () => BigInt(integerFrom(random, 1, oneOf(random, [5, 1e4, 1e9, 1e11]))));
}

/** As the ledger goes through a book; null where it cannot. */
function crossedOneByOne(ordered: readonly LedgerOffer[], direction: Direction, amount: bigint): bigint | null {
  let [left, total] = [amount, 0n];
  for (const offer of ordered) {
    const limits = {
      maxWheatSend: offer.amount,
      maxWheatReceive: direction === "send" ? MAX_STROOPS : left,
      maxSheepSend: direction === "send" ? left : MAX_STROOPS,
      maxSheepReceive: MAX_STROOPS,
    };
    const done = exchange(offer.price, limits, direction === "send" ? "strict-send" : "strict-receive");
    left -= direction === "send" ? done.sheepSent : done.wheatReceived;
    total += direction === "send" ? done.wheatReceived : done.sheepSent;
    if (left === 0n) return total > 0n ? total : null;
  }
  return null;
}

function bestByTryingAll(
  index: MarketIndex,
  { send, receive, ...payment }: Parameters<typeof findQuote>[1],
): bigint | null {
  let best: bigint | null = null;
  const walk = (way: readonly AssetName[]) => {
    const quote = quoteAlong(index, { ...payment, assets: [...way, receive] });
    const told = quote && (payment.direction === "send" ? quote.receiveAmount : quote.sendAmount);
    if (told !== null && (best === null || (payment.direction === "send" ? told > best : told < best))) best = told;
    if (way.length === MAX_HOPS) return;
    for (const asset of ASSETS) if (asset !== receive && !way.includes(asset)) walk([...way, asset]);
  };
  walk([send]);
  return best;
}
