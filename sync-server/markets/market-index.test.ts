import { expect, test } from "vitest";
import type { AssetName } from "#server/platform/network/assets.ts";
import { pairKey } from "#server/platform/network/markets.ts";
import { integerFrom, oneOf, type Random, randomFrom } from "#tests/faults/stellar/random.ts";
import { anIndex, anOffer, aPool, assetsOf, someChanges } from "./market.fixture.ts";
import { MarketIndex } from "./market-index.ts";

const ASSETS = assetsOf(4);
const UNLISTED: AssetName = { assetCode: "ELSE", issuer: "GISSUER" };
const [XLM, USD, EUR] = [assetAt(0), assetAt(1), assetAt(2)];
const PAR = { n: 1, d: 1 };

function assetAt(number: number): AssetName {
  const asset = ASSETS[number];
  if (!asset) throw new Error("no such asset");
  return asset;
}

test("a ledger touches the pairs whose offers, pools or trades changed, each told once and base first", () => {
  const index = anIndex(ASSETS, [anOffer(1, [USD, XLM], 10n, PAR), anOffer(2, [EUR, XLM], 10n, PAR)]);
  const trade = {
    id: "1-0",
    ledger: 2,
    closedAt: new Date(0),
    taker: "G",
    price: {
      n: 1n,
      d: 1n,
    },
    sold: EUR,
    soldAmount: 1n,
    bought: USD,
    boughtAmount: 1n,
    maker: {
      kind: "offer",
      offerId: "9",
      seller: "G",
    },
  } as const;
  const touched = (changes: Parameters<typeof someChanges>[0]) =>
    index
      .apply(index.ledger + 1, someChanges(changes))
      .map(pairKey)
      .toSorted();
  const [xlmUsd, xlmEur] = ["XLM/A0-GISSUER", "XLM/A1-GISSUER"];
  expect(touched({})).toEqual([]);
  expect(touched({ goneOffers: ["1", "77"], gonePools: ["f".repeat(64)] })).toEqual([xlmUsd]);
  expect(touched({ offers: [anOffer(3, [USD, XLM], 1n, PAR), anOffer(4, [XLM, USD], 1n, PAR)] })).toEqual([xlmUsd]);
  expect(touched({ trades: [trade] })).toEqual(["A0-GISSUER/A1-GISSUER"]);
  expect(touched({ pools: [aPool(7, [XLM, EUR], 5n, 5n)] })).toEqual([xlmEur]);
  expect(touched({ gonePools: [aPool(7, [XLM, EUR], 5n, 5n).poolId] })).toEqual([xlmEur]);
  expect(touched({ offers: [anOffer(2, [EUR, USD], 1n, PAR)] })).toEqual(["A0-GISSUER/A1-GISSUER", xlmEur].toSorted());
  expect(
    touched({ offers: [anOffer(5, [UNLISTED, XLM], 1n, PAR)], pools: [aPool(8, [XLM, UNLISTED], 1n, 1n)] }),
  ).toEqual([]);
});

test("an offer whose owner turns it to other assets leaves its book, also where those are not listed", () => {
  const index = anIndex(ASSETS, [anOffer(1, [USD, XLM], 10n, PAR), anOffer(2, [USD, XLM], 20n, PAR)]);
  index.apply(2, someChanges({ offers: [anOffer(1, [XLM, EUR], 10n, PAR), anOffer(2, [UNLISTED, XLM], 20n, PAR)] }));
  expect([...index.offersOf(USD, XLM)]).toEqual([]);
  expect([...index.offersOf(XLM, EUR)]).toMatchObject([{ offerId: "1" }]);
  expect([index.has("1"), index.has("2"), index.offer("2")]).toEqual([true, false, null]);
});

test("ledgers come in order; what is loaded anew replaces everything", () => {
  const index = anIndex(ASSETS, [anOffer(1, [USD, XLM], 10n, PAR)], [aPool(1, [XLM, USD], 10n, 10n)]);
  index.advance(4);
  expect(() => index.apply(4, someChanges({}))).toThrow(RangeError);
  expect(() => index.advance(3)).toThrow(RangeError);
  index.load([anOffer(5, [USD, XLM], 10n, PAR), anOffer(6, [USD, UNLISTED], 10n, PAR)], [], 3);
  expect([index.ledger, [...index.offers()].length, index.pools().length]).toEqual([3, 1, 0]);
  expect(index.has("1")).toBe(false);
  expect(() => new MarketIndex([USD, XLM, USD])).toThrow(RangeError);
});

test("levels are as many as asked for; prices that are the same double are one, in lowest terms", () => {
  const offers = [
    anOffer(3, [USD, XLM], 1n, { n: 4, d: 8 }),
    anOffer(2, [USD, XLM], 10n, { n: 2, d: 4 }),
    anOffer(9, [USD, XLM], 100n, { n: 2, d: 3 }),
    anOffer(1, [USD, XLM], 1000n, { n: 3, d: 4 }),
  ];
  const index = anIndex(ASSETS, offers);
  const asks = [
    { price: { n: 1, d: 2 }, amount: 11n },
    { price: { n: 2, d: 3 }, amount: 100n },
  ];
  expect(index.orderBook({ base: USD, counter: XLM }, 2)).toEqual({ bids: [], asks });
  const bids = [
    { price: { n: 2, d: 1 }, amount: 11n },
    { price: { n: 3, d: 2 }, amount: 100n },
    { price: { n: 4, d: 3 }, amount: 1000n },
  ];
  expect(index.orderBook({ base: XLM, counter: USD }, 200)).toEqual({ bids, asks: [] });
  expect(index.orderBook({ base: XLM, counter: UNLISTED }, 200)).toEqual({ bids: [], asks: [] });
});

test.each([1, 2])(
  "thousands of offers that come, change and go at random (seed %i) stand as if loaded at once",
  (seed) => {
    const random = randomFrom(seed);
    const index = anIndex(ASSETS, []);
    const known = new Map<string, ReturnType<typeof anOffer>>();
    for (let ledger = 2; ledger < 60; ledger += 1) {
      const offers = Array.from({ length: 100 }, () => randomOffer(random, integerFrom(random, 1, 6000)));
      const byId = new Map(offers.map((offer) => [offer.offerId, offer]));
      const goneOffers = [...known.keys()].filter((id) => !byId.has(id) && integerFrom(random, 1, 50) === 1);
      for (const id of goneOffers) known.delete(id);
      for (const [id, offer] of byId) known.set(id, offer);
      index.apply(ledger, someChanges({ offers: [...byId.values()], goneOffers }));
      index.orderBook({ base: XLM, counter: USD }, 20);
    }
    const loaded = anIndex(ASSETS, [...known.values()]);
    for (const base of ASSETS)
      for (const counter of ASSETS) {
        expect([...index.offersOf(base, counter)]).toEqual([...loaded.offersOf(base, counter)]);
        expect(index.orderBook({ base, counter }, 9)).toEqual(loaded.orderBook({ base, counter }, 9));
      }
    expect(index.offersBy("GMAKER")).toHaveProperty("size", known.size);
  },
);

function randomOffer(random: Random, id: number) {
  const selling = oneOf(random, [XLM, USD]);
  const price = { n: integerFrom(random, 1, 40), d: integerFrom(random, 1, 40) };
  return anOffer(id, [selling, selling === XLM ? USD : XLM], BigInt(integerFrom(random, 1, 1e9)), price);
}
