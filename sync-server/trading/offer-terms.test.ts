import { Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/values/money.ts";
import type { OrderKind, OrderSide, OrderTerms } from "#schemas/trading.ts";
import { TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";
import { baseLeft } from "#server/orders/order-rows.ts";
import { toOperation } from "#server/platform/submissions/steps.ts";
import { NEW_OFFER, offerStep } from "./offer-step.ts";
import { type OfferTerms, offerTerms, readAskedPrice, readOrderTerms } from "./offer-terms.ts";

const [ISSUER, ANA, ...MAKERS] = [testKey(1), testKey(2), testKey(3), testKey(4), testKey(5)];
const BASE = { assetCode: "BASE", issuer: ISSUER.publicKey() };
const QUOTE = { assetCode: "QUOTE", issuer: ISSUER.publicKey() };
const base = new Asset(BASE.assetCode, BASE.issuer);
const quote = new Asset(QUOTE.assetCode, QUOTE.issuer);
const PLENTY = MAX_STROOPS / 8n;

function codeOf(work: () => unknown): string {
  try {
    work();
    return "read";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

function order(fields: Partial<Extract<OrderTerms, { kind: "limit" }>>): OrderTerms {
  return { kind: "limit", side: "sell", base: "XLM", quote: "USD", amount: "1", price: "1", ...fields };
}

test.each([
  [{ amount: "" }, "amount-malformed"],
  [{ amount: "1.12345678" }, "amount-too-precise"],
  [{ amount: "0" }, "amount-not-positive"],
  [{ amount: "-1" }, "amount-not-positive"],
  [{ amount: "922337203686" }, "amount-too-large"],
  [{ amount: "900000000000", price: "2" }, "amount-too-large"],
  [{ price: "" }, "price-malformed"],
  [{ price: "0" }, "price-malformed"],
  [{ price: "-1" }, "price-malformed"],
  [{ price: "1e3" }, "price-malformed"],
  [{ price: "3000000000" }, "price-too-extreme"],
  [{ price: "0.0000000001" }, "price-too-extreme"],
  [{ price: "0.0000000001", side: "buy" as const }, "price-too-extreme"],
  [{ amount: "0.0000001", price: "0.5" }, "order-too-small"],
  [{ amount: "0.0000001", price: "0.5", side: "buy" as const }, "order-too-small"],
  // Three stroops for two are exact; one and a half for one, or for ten, are off by more than 1 %.
  [{ amount: "0.0000002", price: "1.5" }, "read"],
  [{ amount: "0.0000001", price: "1.49" }, "order-too-small"],
  [{ amount: "0.0000010", price: "0.15" }, "order-too-small"],
])("%j is %s", (fields, code) => {
  expect(codeOf(() => readOrderTerms(order(fields)))).toBe(code);
});

test("a price between two of the ledger's is taken on the safe side", () => {
  const [sold] = readOrderTerms(order({ price: "0.333333333333333333" }));
  expect(sold?.price).toEqual({ n: 1, d: 3 });
  const [bought] = readOrderTerms(order({ price: "0.333333333333333333", side: "buy" }));
  expect(BigInt(bought?.price.n ?? 0) * 3n < BigInt(bought?.price.d ?? 0)).toBe(true);
});

test("a scaled order is spread evenly over its prices, and nothing of its amount is lost", () => {
  const scaled = { ...order({ amount: "10.0000001", price: "1" }), kind: "scaled", priceTo: "2", count: 5 } as const;
  const offers = readOrderTerms(scaled);
  expect(offers.map(({ price }) => price.n / price.d)).toEqual([1, 1.25, 1.5, 1.75, 2]);
  expect(offers.reduce((sum, { gives }) => sum + gives, 0n)).toBe(100_000_001n);
  expect(codeOf(() => readOrderTerms({ ...scaled, amount: "0.0000004" }))).toBe("order-too-small");
});

/** An offer that stands in the book when ours arrives: it sells either asset. */
interface Resting {
  readonly sells: boolean;
  readonly amount: bigint;
  readonly n: number;
  readonly d: number;
}

const amounts = fc.oneof(fc.bigInt(1n, 50n), fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 13n));
const parts = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 20_000 }));
const book: fc.Arbitrary<Resting[]> = fc.array(
  fc.record({ sells: fc.boolean(), amount: amounts, n: parts, d: parts }),
  { maxLength: 6 },
);
const placed = fc.record({
  kind: fc.constantFrom<OrderKind>("limit", "passive", "market"),
  side: fc.constantFrom<OrderSide>("buy", "sell"),
  amount: amounts,
  n: parts,
  d: parts,
});

/** A market with these offers in it, and Ana, who has `gives` of the one asset and room for `takes` of the other. */
function openMarket(resting: readonly Resting[], { kind, gives, takes, side }: OfferTerms): TestLedger {
  const ledger = new TestLedger();
  ledger.create("1000", ISSUER, ANA, ...MAKERS);
  for (const maker of MAKERS) {
    ledger.must(maker, [Operation.changeTrust({ asset: base }), Operation.changeTrust({ asset: quote })]);
    ledger.must(ISSUER, [pay(maker, base, PLENTY), pay(maker, quote, PLENTY)]);
  }
  for (const [index, { sells, amount, n, d }] of resting.entries()) {
    const maker = MAKERS[index % MAKERS.length];
    const [selling, buying] = sells ? [base, quote] : [quote, base];
    if (maker)
      ledger.run(maker, [
        Operation.manageSellOffer({ selling, buying, amount: formatAmount(amount), price: { n, d } }),
      ]);
  }
  const [given, taken] = side === "sell" ? [base, quote] : [quote, base];
  const room = { asset: taken, limit: formatAmount(kind === "market" ? PLENTY : takes) };
  ledger.must(ANA, [Operation.changeTrust({ asset: given }), Operation.changeTrust(room)]);
  ledger.must(ISSUER, [pay(ANA, given, gives)]);
  return ledger;
}

function pay(to: Keypair, asset: Asset, amount: bigint) {
  return Operation.payment({ destination: to.publicKey(), asset, amount: formatAmount(amount) });
}

/** What Ana has of an asset, and what her offers bind of it. */
function heldBy(ledger: TestLedger, code: string) {
  const line = [...ledger.entries()].flatMap(({ data }) => {
    if (data.type !== 1 || (data.trustLine.asset.type !== 2 && data.trustLine.asset.type !== 1)) return [];
    const { accountId, asset, balance, ext } = data.trustLine;
    const name = Buffer.from(asset.type === 1 ? asset.alphaNum4.assetCode : asset.alphaNum12.assetCode);
    const isHers = Buffer.from(accountId.ed25519).equals(ANA.rawPublicKey());
    if (!isHers || name.toString("ascii").replaceAll("\0", "") !== code) return [];
    return [{ balance, selling: ext.v === 1 ? ext.v1.liabilities.selling : 0n }];
  })[0];
  if (!line) throw new Error(`Ana holds no ${code}`);
  return line;
}

function offersOf(ledger: TestLedger) {
  return [...ledger.entries()].flatMap(({ data }) =>
    data.type === 2 && Buffer.from(data.offer.sellerId.ed25519).equals(ANA.rawPublicKey()) ? [data.offer] : [],
  );
}

test("whatever stands in the book, an order takes no more than it said, and is never refused for want of it", () => {
  fc.assert(
    fc.property(book, placed, (around, { kind, side, amount, n, d }) => {
      let terms: OfferTerms;
      try {
        terms = offerTerms(kind, side, amount, { n: BigInt(n), d: BigInt(d) });
      } catch (error) {
        if (error instanceof AppError && error.code === "order-too-small") return;
        throw error;
      }
      const ledger = openMarket(around, terms);
      const step = offerStep(ANA.publicKey(), { base: BASE, quote: QUOTE }, terms);
      const words = ledger.run(ANA, [toOperation(step)]);
      const [given, taken] = side === "sell" ? ["BASE", "QUOTE"] : ["QUOTE", "BASE"];
      const paid = terms.gives - heldBy(ledger, given).balance;
      const got = heldBy(ledger, taken).balance;
      if (kind !== "market") expect(words).toBe("success");
      else
        expect([
          "success",
          "path_payment_strict_send too_few_offers",
          "path_payment_strict_send under_destmin",
          "path_payment_strict_receive too_few_offers",
          "path_payment_strict_receive over_sendmax",
        ]).toContain(words);
      expect(paid <= terms.gives).toBe(true);
      if (kind === "market" && words === "success") {
        // On average at the price or better.
        const [sold, earned] = side === "sell" ? [paid, got] : [got, paid];
        const [asked, worth] = [sold * BigInt(terms.price.n), earned * BigInt(terms.price.d)];
        expect(side === "sell" ? worth >= asked : worth <= asked).toBe(true);
        expect(sold).toBe(amount);
      }
      if (kind !== "market" && around.length === 0) {
        const [offer] = offersOf(ledger);
        if (!offer) throw new Error("nothing stands in the book");
        const left = baseLeft(side, offer.amount, terms.price);
        expect(left < terms.amount ? left : terms.amount).toBe(terms.amount);
        expect(left <= terms.asked).toBe(true);
        expect(heldBy(ledger, given).selling <= terms.gives).toBe(true);
      }
    }),
    { numRuns: 70 },
  );
}, 60_000);

test("an order that is refused as too small would trade nothing", () => {
  fc.assert(
    fc.property(placed, ({ side, amount, n, d }) => {
      const asked = { n: BigInt(n), d: BigInt(d) };
      if (codeOf(() => offerTerms("limit", side, amount, asked)) !== "order-too-small") return;
      const ledger = openMarket([], {
        kind: "limit",
        side,
        price: { n, d },
        asked: amount,
        amount,
        total: 1n,
        gives: PLENTY,
        takes: PLENTY,
      });
      const common = { price: { n, d }, offerId: NEW_OFFER };
      const operation =
        side === "sell"
          ? Operation.manageSellOffer({ selling: base, buying: quote, amount: formatAmount(amount), ...common })
          : Operation.manageBuyOffer({ selling: quote, buying: base, buyAmount: formatAmount(amount), ...common });
      ledger.must(ANA, [operation]);
      expect(offersOf(ledger)).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 60_000);

test("a price is read as it was typed", () => {
  expect(readAskedPrice(" 0.25 ")).toEqual({ n: 25n, d: 100n });
});
