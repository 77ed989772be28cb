import { Asset, type Keypair, Operation } from "@stellar/stellar-sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import type { OrderKind, OrderSide } from "#schemas/trading.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/values/money.ts";
import { TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";
import { inOrder, type MarketSide } from "#server/markets/index.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import { assetKey, assetNameOf } from "#server/platform/network/assets.ts";
import type { LedgerOffer, LedgerPool } from "#server/platform/network/markets.ts";
import { poolAssetOf, poolIdOf } from "#server/platform/network/pool-assets.ts";
import { toOperation } from "#server/platform/submissions/steps.ts";
import type { TradeStep } from "#server/platform/submissions/trade-steps.ts";
import type { Records } from "./account-records.ts";
import { offerStep } from "./offer-step.ts";
import { offerTerms } from "./offer-terms.ts";
import { cancelSteps } from "./own-orders.ts";
import { findWay } from "./own-way.ts";

const [ISSUER, ANA, BEN] = [testKey(1), testKey(2), testKey(3)];
const BASE = { assetCode: "BASE", issuer: ISSUER.publicKey() };
const QUOTE = { assetCode: "QUOTE", issuer: ISSUER.publicKey() };
const base = new Asset(BASE.assetCode, BASE.issuer);
const quote = new Asset(QUOTE.assetCode, QUOTE.issuer);
const PLENTY = MAX_STROOPS / 8n;

const amounts = fc.oneof(fc.bigInt(1n, 50n), fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 11n));
const parts = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 20_000 }));
/** An offer that stands in the book; Ana's own, or Ben's. */
const standing = fc.record({ isOwn: fc.boolean(), amount: amounts, n: parts, d: parts });
const question = fc.record({
  book: fc.array(standing, { minLength: 1, maxLength: 8 }),
  pool: fc.option(fc.tuple(fc.bigInt(10n ** 4n, 10n ** 10n), fc.bigInt(10n ** 4n, 10n ** 10n))),
  kind: fc.constantFrom<OrderKind>("limit", "passive", "market"),
  side: fc.constantFrom<OrderSide>("buy", "sell"),
  amount: amounts,
  price: fc.record({ n: parts, d: parts }),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** A market whose far side stands as asked for, and Ana with plenty of both assets. */
function openMarket({ book, pool, side }: Question): TestLedger {
  const ledger = new TestLedger();
  ledger.create("1000", ISSUER, ANA, BEN);
  for (const person of [ANA, BEN]) {
    ledger.must(person, [Operation.changeTrust({ asset: base }), Operation.changeTrust({ asset: quote })]);
    ledger.must(ISSUER, [pay(person, base), pay(person, quote)]);
  }
  const [selling, buying] = side === "sell" ? [quote, base] : [base, quote];
  for (const { isOwn, amount, n, d } of book)
    ledger.run(isOwn ? ANA : BEN, [
      Operation.manageSellOffer({ selling, buying, amount: formatAmount(amount), price: { n, d } }),
    ]);
  if (pool) {
    const [assetA, assetB] = [BASE, QUOTE];
    ledger.must(BEN, [
      Operation.changeTrust({ asset: poolAssetOf({ assetA, assetB }) }),
      Operation.liquidityPoolDeposit({
        liquidityPoolId: poolIdOf({ assetA, assetB }),
        maxAmountA: formatAmount(pool[0]),
        maxAmountB: formatAmount(pool[1]),
        minPrice: { n: 1, d: MOST },
        maxPrice: { n: MOST, d: 1 },
      }),
    ]);
  }
  return ledger;
}

const MOST = 2 ** 31 - 1;

function pay(to: Keypair, asset: Asset) {
  return Operation.payment({ destination: to.publicKey(), asset, amount: formatAmount(PLENTY) });
}

function sideOf(ledger: TestLedger, pool: Question["pool"]): MarketSide {
  const offers = [...ledger.entries()].flatMap(({ data }): LedgerOffer[] => {
    if (data.type !== 2) return [];
    const { offerId, sellerId, selling, buying, amount, price } = data.offer;
    const [sold, bought] = [assetNameOf(selling), assetNameOf(buying)];
    if (!sold || !bought) throw new Error("an offer of pool shares");
    const isOwn = Buffer.from(sellerId.ed25519).equals(ANA.rawPublicKey());
    const seller = (isOwn ? ANA : BEN).publicKey();
    return [{ offerId: String(offerId), seller, selling: sold, buying: bought, amount, price, ledger: 1 }];
  });
  const sorted = offers.toSorted(inOrder);
  const [reserveA, reserveB] = pool ?? [0n, 0n];
  const found: LedgerPool = {
    poolId: "",
    assetA: BASE,
    assetB: QUOTE,
    reserveA,
    reserveB,
    totalShares: 1n,
    feeBasisPoints: 30,
    holders: 1,
    ledger: 1,
  };
  return {
    ledger: 1,
    offers: () => sorted,
    offersBy: (seller) => sorted.filter((offer) => offer.seller === seller),
    pool: pool && found,
  };
}

/** Ana's offers as our records have them. */
function recordsOf(side: MarketSide): Records {
  const open = [...side.offersBy(ANA.publicKey())].map(({ offerId, selling, buying, amount, price }) => ({
    offerId,
    side: "sell" as const,
    base: assetKey(selling),
    quote: assetKey(buying),
    price,
    offered: formatAmount(amount),
    amount: formatAmount(amount),
    ledger: 1,
  }));
  // Of a row only what the ledger has is looked at.
  return { open: open as unknown as readonly OrderDocument[], underWay: [] } as unknown as Records;
}

function stepOf({ kind, side, amount, price }: Question): TradeStep | null {
  try {
    const terms = offerTerms(kind, side, amount, { n: BigInt(price.n), d: BigInt(price.d) });
    return offerStep(ANA.publicKey(), { base: BASE, quote: QUOTE }, terms);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

test("an own offer is in the way exactly where the ledger would say so, and nothing is once those named are taken back", () => {
  let [refused, through] = [0, 0];
  fc.assert(
    fc.property(question, (asked) => {
      const step = stepOf(asked);
      if (!step) return;
      const ledger = openMarket(asked);
      const side = sideOf(ledger, asked.pool);
      const records = recordsOf(side);
      const [send, receive] = asked.side === "sell" ? [BASE, QUOTE] : [QUOTE, BASE];
      const trade = { account: ANA.publicKey(), steps: [step], hops: [{ send, receive, side }] };
      const blocked = findWay({ ...trade, mayTakeBack: () => false }, records);
      const { takesBack } = findWay({ ...trade, mayTakeBack: () => true }, records);
      expect(blocked.refusals.length).toBe(takesBack.length > 0 ? 1 : 0);

      const back = cancelSteps(ANA.publicKey(), takesBack).map(toOperation);
      const freed = ledger.run(ANA, [...back.slice(0, -1), toOperation(step)]);
      const isCross = /cross_self/.test(freed);
      // One less than all that are named is not enough.
      if (takesBack.length > 0 && asked.kind !== "market") expect(freed).toMatch(/cross_self/);
      if (takesBack.length === 0 && asked.kind !== "market") expect(freed).toBe("success");
      if (takesBack.length > 0) {
        refused += 1;
        // Of a payment the pool may be what is left of it.
        if (asked.kind === "market") expect(freed).not.toBe("success");
        expect(ledger.run(ANA, [...back, toOperation(step)])).toBe("success");
      } else if (!isCross) through += 1;
    }),
    { numRuns: 120 },
  );
  expect(Math.min(refused, through)).toBeGreaterThan(8);
}, 120_000);
