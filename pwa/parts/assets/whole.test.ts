import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, MAX_STROOPS, STROOPS_PER_UNIT as ONE } from "#schemas/values/money.ts";
import { shareOf } from "./whole.ts";
import { aBalance, aClaimable, aPool, aPoolShare, aPriceOf, aWhole, POOL_ID } from "./whole.fixture.ts";

const xlm = aBalance();
const usdc = aBalance({ uid: "USDC-G", assetCode: "USDC", issuer: "G", balance: "7", asOfLedger: 8 });
const lost = aBalance({ uid: "LOST-G", assetCode: "LOST", issuer: "G" });
const priceOf = aPriceOf({
  XLM: { usd: "0.55", xlm: "1", change24h: "10.00" },
  USDC: { usd: "1", xlm: "1.8", change24h: null },
});

test("the whole counts what has a price, and names what has none", () => {
  const whole = aWhole({ balances: [xlm, usdc, lost], priceOf });
  expect(whole).toMatchObject({ usd: 62n * ONE, xlm: 1_126_000_000n, uncounted: ["LOST"], asOfLedger: 8 });
  // 55 dollars now were 50 a day ago; of what has no change nothing is said.
  expect(whole.change).toEqual({ usd: 5n * ONE, part: 1000n });
  expect(whole.holdings.map((holding) => shareOf(holding, whole))).toEqual([8871n, 1129n, null]);
});

test("without prices XLM is still worth itself, and no dollars are made up", () => {
  expect(aWhole({ balances: [xlm, usdc] })).toMatchObject({
    usd: null,
    xlm: 100n * ONE,
    change: null,
    uncounted: [],
    places: [],
  });
  expect(aWhole()).toMatchObject({ usd: null, xlm: null, asOfLedger: null });
  expect(aWhole({ balances: [{ ...usdc, balance: "0" }] })).toMatchObject({ usd: 0n, uncounted: [] });
});

test("money in pools, in offers and set aside is part of the whole, each in its place", () => {
  const whole = aWhole({
    balances: [xlm, usdc],
    // A tenth of the pool: 100 XLM and 25 USDC.
    poolShares: [aPoolShare()],
    claimables: [aClaimable()],
    orders: [
      { side: "sell", base: "XLM", quote: "USDC-G", offered: "40.0000000" },
      { side: "buy", base: "XLM", quote: "USDC-G", offered: "2.0000000" },
    ],
    priceOf,
  });
  expect(whole.places).toEqual([
    { place: "wallet", usd: 62n * ONE - 24n * ONE },
    { place: "offers", usd: 24n * ONE },
    { place: "pools", usd: 80n * ONE },
    { place: "claims", usd: 27_500_000n },
  ]);
  expect(whole.usd).toBe(62n * ONE + 80n * ONE + 27_500_000n);
  expect(whole.assets).toEqual([
    { asset: "XLM", stroops: 205n * ONE, usd: 1_127_500_000n },
    { asset: "USDC-G", stroops: 32n * ONE, usd: 32n * ONE },
  ]);
  expect(whole.pools[0]).toMatchObject({ amounts: { a: 100n * ONE, b: 25n * ONE }, usd: 80n * ONE });
});

test("a pool of which one price is known is counted by its own ratio, and one of which nothing is known is named", () => {
  const half = aWhole({ poolShares: [aPoolShare()], priceOf: aPriceOf({ USDC: { usd: "1" } }) });
  expect(half).toMatchObject({ usd: 50n * ONE, uncounted: [], uncountedPools: [] });
  expect(half.assets.map(({ usd }) => usd)).toEqual([25n * ONE, 25n * ONE]);
  const unknown = aWhole({ balances: [xlm], poolShares: [aPoolShare()], poolOf: () => null, priceOf });
  expect(unknown).toMatchObject({ usd: 55n * ONE, uncountedPools: ["XLM / USDC"] });
  // What was told is from before the deposit: there cannot be more shares than all.
  const before = aWhole({ balances: [xlm], poolShares: [aPoolShare({ shares: "500.0000001" })], priceOf });
  expect(before).toMatchObject({ usd: 55n * ONE, uncountedPools: ["XLM / USDC"] });
});

test("of what is set aside only what this person may claim now is theirs", () => {
  const later = [{ from: "2027-01-01T00:00:00.000Z", until: null }];
  const counted = (fields: Parameters<typeof aClaimable>[0]) =>
    aWhole({ claimables: [aClaimable(fields)], priceOf }).claims.length;
  expect(counted({})).toBe(1);
  expect(counted({ from: "GME" })).toBe(0);
  expect(counted({ isHidden: true })).toBe(0);
  expect(counted({ state: "gone" })).toBe(0);
  expect(counted({ windows: later })).toBe(0);
  expect(counted({ windows: [] })).toBe(0);
});

test("what came today has no gain of yesterday", () => {
  const change = (moved: ReadonlyMap<string, bigint> | null) =>
    aWhole({ balances: [xlm], priceOf, movedToday: moved }).change;
  expect(change(new Map([["XLM", 100n * ONE]]))).toBeNull();
  expect(change(new Map([["XLM", 50n * ONE]]))).toEqual({ usd: 25_000_000n, part: 1000n });
  // What was sold today takes its gain with it.
  expect(change(new Map([["XLM", -900n * ONE]]))).toEqual({ usd: 5n * ONE, part: 1000n });
  expect(change(null)).toBeNull();
});

test("what is staked is still one's own, and what came back is counted once", () => {
  const staked = { assetCode: "XLM", issuer: "", left: "50.0000000", status: "active" } as const;
  const whole = aWhole({
    balances: [xlm],
    stakes: [staked, { ...staked, left: "10.0000000", status: "withdrawing" }, { ...staked, status: "withdrawn" }],
    priceOf,
  });
  const without = aWhole({ balances: [xlm], priceOf });
  expect(whole.places.find(({ place }) => place === "stakes")?.usd).toBe((whole.usd ?? 0n) - (without.usd ?? 0n));
  expect(whole.assets[0]?.stroops).toBe((without.assets[0]?.stroops ?? 0n) + 60n * ONE);
});

test("what a market-making pool's wallets hold is one's own, with its reserves, until it went back", () => {
  const pool = {
    terms: { base: "XLM", quote: "USDC-G" },
    status: "active",
    baseBalance: "40.0000000",
    quoteBalance: "0.0000000",
    xlmAside: "20.0000000",
  } as const;
  const whole = aWhole({ balances: [xlm], marketPools: [pool, { ...pool, status: "closed" }], priceOf });
  const without = aWhole({ balances: [xlm], priceOf });
  expect(whole.places.find(({ place }) => place === "markets")?.usd).toBe((whole.usd ?? 0n) - (without.usd ?? 0n));
  expect(whole.assets.find(({ asset }) => asset === "XLM")?.stroops).toBe(
    (without.assets[0]?.stroops ?? 0n) + 60n * ONE,
  );
});

test("places and assets add up to the whole, to the last ten-millionth", () => {
  const amount = fc.bigInt({ min: 0n, max: MAX_STROOPS / 4n });
  const price = fc.option(
    fc.bigInt({ min: 1n, max: 10n ** 9n }).map((cents) => formatAmount(cents)),
    { nil: null },
  );
  fc.assert(
    fc.property(
      fc.record({
        a: amount,
        b: amount,
        offered: amount,
        claimed: amount,
        shares: amount,
        priceA: price,
        priceB: price,
      }),
      fc.record({ reserveA: amount, reserveB: amount, more: amount }),
      ({ a, b, offered, claimed, shares, priceA, priceB }, { reserveA, reserveB, more }) => {
        const whole = aWhole({
          balances: [aBalance({ balance: formatAmount(a) }), { ...usdc, balance: formatAmount(b) }],
          poolShares: [aPoolShare({ shares: formatAmount(shares) })],
          poolOf: () =>
            aPool({
              poolId: POOL_ID,
              reserveA: formatAmount(reserveA),
              reserveB: formatAmount(reserveB),
              totalShares: formatAmount(shares + more),
            }),
          claimables: [aClaimable({ amount: formatAmount(claimed) })],
          orders: [{ side: "sell", base: "XLM", quote: "USDC-G", offered: formatAmount(offered) }],
          priceOf: aPriceOf({ XLM: { usd: priceA, xlm: "1" }, USDC: { usd: priceB } }),
        });
        const sum = (worths: readonly { readonly usd: bigint }[]) => worths.reduce((total, { usd }) => total + usd, 0n);
        if (whole.usd === null) expect(whole.places).toEqual([]);
        else {
          expect(sum(whole.places)).toBe(whole.usd);
          expect(sum(whole.assets)).toBe(whole.usd);
          for (const { usd } of whole.places) expect(usd > 0n).toBe(true);
        }
      },
    ),
  );
});
