import { Asset, LiquidityPoolAsset, Operation, getLiquidityPoolId } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";

const [ISSUER, A, B, MAKER, NOBODY] = [testKey(1), testKey(2), testKey(3), testKey(4), testKey(9)];
const XLM = Asset.native();
const [EUR, USD] = [new Asset("EUR", ISSUER.publicKey()), new Asset("USD", ISSUER.publicKey())];
const LONE = new Asset("LONE", B.publicKey());
const POOL = new LiquidityPoolAsset(EUR, USD, 30);
const POOL_ID = Buffer.from(getLiquidityPoolId("constant_product", POOL.getLiquidityPoolParameters())).toString("hex");

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("1000", ISSUER, A, B, MAKER);
  ledger.must(ISSUER, [Operation.setOptions({ setFlags: 2 })]);
  for (const key of [A, B, MAKER]) {
    ledger.must(key, [Operation.changeTrust({ asset: USD, limit: "1000" }), Operation.changeTrust({ asset: EUR })]);
    ledger.must(ISSUER, [pay(key, USD, "500"), pay(key, EUR, "500")]);
  }
});

const pay = (to: Keypair, asset: Asset, amount: string) =>
  Operation.payment({ destination: to.publicKey(), asset, amount });
const sell = (selling: Asset, buying: Asset, amount: string, price = "1", source?: Keypair) =>
  Operation.manageSellOffer({ selling, buying, amount, price, ...(source && { source: source.publicKey() }) });
const send = (
  sendAsset: Asset,
  sendAmount: string,
  destAsset: Asset,
  destMin = "0.0000001",
  path: Asset[] = [],
  to = B,
) => Operation.pathPaymentStrictSend({ sendAsset, sendAmount, destAsset, destMin, path, destination: to.publicKey() });
const receive = (sendAsset: Asset, sendMax: string, destAsset: Asset, destAmount: string, path: Asset[] = [], to = B) =>
  Operation.pathPaymentStrictReceive({ sendAsset, sendMax, destAsset, destAmount, path, destination: to.publicKey() });
const keep = (trustor: Keypair) =>
  Operation.setTrustLineFlags({
    trustor: trustor.publicKey(),
    asset: USD,
    flags: { authorized: false, authorizedToMaintainLiabilities: true },
  });
const deposit = (amountEur: string, amountUsd: string) => [
  Operation.changeTrust({ asset: POOL }),
  Operation.liquidityPoolDeposit({
    liquidityPoolId: POOL_ID,
    maxAmountA: amountEur,
    maxAmountB: amountUsd,
    minPrice: { n: 1, d: 1_000_000 },
    maxPrice: { n: 1_000_000, d: 1 },
  }),
];
/** What the pool and the books gave for the last path payment, as "from pool 1.23" in stroops. */
const trail = (operation: ReturnType<typeof send>): string[] => {
  const [applied] = ledger.close([ledger.read(ledger.build(A, [operation]))]);
  const { result } = applied?.result ?? expect.fail();
  if (result.code !== 0) return ["failed"];
  const [first] = result.results;
  if (first?.code !== 0) return ["failed"];
  const done =
    first.tr.type === 13 && first.tr.pathPaymentStrictSendResult.code === 0
      ? first.tr.pathPaymentStrictSendResult.success
      : first.tr.type === 2 && first.tr.pathPaymentStrictReceiveResult.code === 0
        ? first.tr.pathPaymentStrictReceiveResult.success
        : expect.fail();
  return done.offers.map((atom) =>
    atom.type === 2
      ? `pool ${atom.liquidityPool.amountBought} for ${atom.liquidityPool.amountSold}`
      : atom.type === 1
        ? `offer ${atom.orderBook.amountBought} for ${atom.orderBook.amountSold}`
        : "old",
  );
};

describe("payment", () => {
  test.each([
    ["more XLM to oneself than one has", [pay(A, XLM, "900000")], "success"],
    ["XLM to nobody", [pay(NOBODY, XLM, "1")], "payment no_destination"],
    ["a credit to nobody", [pay(NOBODY, USD, "1")], "payment no_destination"],
    ["a credit whose line the receiver lacks", [pay(ISSUER, LONE, "1")], "payment no_trust"],
    ["more than the receiver's line holds", [pay(B, USD, "500.0000001")], "payment line_full"],
    ["more than one has, to a line that could hold it", [pay(B, EUR, "500.0000001")], "payment underfunded"],
    ["a credit to oneself beyond the limit", [pay(A, USD, "500.0000001")], "payment line_full"],
    ["a credit to oneself within it", [pay(A, USD, "500")], "success"],
    ["all above the reserve", [pay(B, XLM, "997.99997")], "success"],
    ["one stroop more", [pay(B, XLM, "997.9999701")], "payment underfunded"],
    ["what an offer has promised", [sell(XLM, USD, "400"), pay(B, XLM, "598")], "payment underfunded"],
  ])("%s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test("a line that may only keep what it has neither gives nor takes", () => {
    ledger.must(ISSUER, [keep(A)]);
    expect(ledger.run(A, [pay(B, USD, "1")])).toBe("payment src_not_authorized");
    expect(ledger.run(B, [pay(A, USD, "1")])).toBe("payment not_authorized");
  });

  test("a credit goes back to an issuer that has merged away", () => {
    ledger.create("10", testKey(5));
    const gone = new Asset("GONE", testKey(5).publicKey());
    ledger.must(A, [Operation.changeTrust({ asset: gone })]);
    ledger.must(testKey(5), [pay(A, gone, "10"), Operation.accountMerge({ destination: B.publicKey() })]);
    expect(ledger.run(A, [pay(testKey(5), gone, "4")])).toBe("success");
    expect(ledger.run(A, [send(gone, "4", gone, "4", [], testKey(5))])).toBe("success");
    expect(ledger.run(A, [send(gone, "1", gone, "1", [gone], testKey(5))])).toBe(
      "path_payment_strict_send no_destination",
    );
    expect(ledger.run(A, [Operation.changeTrust({ asset: gone, limit: "50" })])).toBe("change_trust no_issuer");
  });
});

describe("path payments through offers", () => {
  beforeEach(() => ledger.must(MAKER, [sell(USD, XLM, "100"), sell(EUR, USD, "100", "2")]));

  test.each([
    ["as much as there is", send(XLM, "100", USD, "100"), "success"],
    ["more than there is", send(XLM, "100.0000001", USD), "path_payment_strict_send too_few_offers"],
    ["less than was asked for", send(XLM, "100", USD, "100.0000001"), "path_payment_strict_send under_destmin"],
    ["over two books", send(XLM, "100", EUR, "50", [USD]), "success"],
    ["with steps that stay where they are", send(XLM, "10", USD, "10", [XLM, XLM, USD, USD]), "success"],
    ["to nobody", send(XLM, "1", USD, "1", [], NOBODY), "path_payment_strict_send no_destination"],
    ["to a receiver without a line", send(XLM, "1", LONE, "1", [], ISSUER), "path_payment_strict_send too_few_offers"],
    ["with more than one has", send(XLM, "999", USD), "path_payment_strict_send underfunded"],
    ["of a credit one has no line for", send(LONE, "1", USD), "path_payment_strict_send src_no_trust"],
    ["for exactly what there is", receive(XLM, "100", USD, "100"), "success"],
    ["for more than there is", receive(XLM, "1000", USD, "100.0000001"), "path_payment_strict_receive too_few_offers"],
    ["for more than may be sent", receive(XLM, "99.9999999", USD, "100"), "path_payment_strict_receive over_sendmax"],
    ["for more than the line holds", receive(XLM, "1000", USD, "500.0000001"), "path_payment_strict_receive line_full"],
    [
      "for what the receiver has no line for",
      receive(XLM, "1", LONE, "1", [], ISSUER),
      "path_payment_strict_receive no_trust",
    ],
  ])("%s", (_name, operation, words) => expect(ledger.run(A, [operation])).toBe(words));

  test("one's own offer stops it, the receiver's does not", () => {
    ledger.must(A, [sell(USD, XLM, "1", "0.5")]);
    expect(ledger.run(A, [send(XLM, "1", USD)])).toBe("path_payment_strict_send offer_cross_self");
    expect(ledger.run(A, [receive(XLM, "1", USD, "1")])).toBe("path_payment_strict_receive offer_cross_self");
    expect(
      ledger.run(MAKER, [
        Operation.manageSellOffer({ selling: USD, buying: XLM, amount: "0", price: "1", offerId: "1" }),
      ]),
    ).toBe("success");
    expect(ledger.run(B, [send(XLM, "0.1", USD, "0.2", [], A)])).toBe("success");
  });

  test("the same book twice, there and back, uses what is left of it", () => {
    ledger.must(MAKER, [sell(XLM, USD, "100", "1.1")]);
    const words = ledger.run(A, [send(XLM, "50", USD, "1", [USD, XLM, USD])]);
    expect(words).toBe("success");
  });
});

describe("pools and books", () => {
  beforeEach(() => ledger.must(MAKER, deposit("100", "100")));

  test.each([
    ["a better book", "0.9", ["offer 10000000 for 11111111"]],
    ["a book that is as good", { n: 10_000_000, d: 9_871_580 }, ["pool 10000000 for 9871580"]],
    ["a worse book", "1.1", ["pool 10000000 for 9871580"]],
  ])("%s decides where to trade", (_name, price, expected) => {
    ledger.must(MAKER, [Operation.manageSellOffer({ selling: USD, buying: EUR, amount: "50", price })]);
    expect(trail(send(EUR, "1", USD))).toEqual(expected);
  });

  test("where one's own offer is in the way, the pool is asked", () => {
    ledger.must(A, [sell(USD, EUR, "50", "0.5")]);
    expect(trail(send(EUR, "1", USD))).toEqual(["pool 10000000 for 9871580"]);
  });

  test("a pool gives what is asked for, at a fee that rounds up", () => {
    expect(trail(receive(EUR, "2", USD, "1"))).toEqual(["pool 10131405 for 10000000"]);
  });

  test.each([
    ["all it has", receive(EUR, "400", USD, "100"), "path_payment_strict_receive too_few_offers"],
    ["nothing for a stroop", send(EUR, "0.0000001", USD), "path_payment_strict_send too_few_offers"],
  ])("a pool does not give %s", (_name, operation, words) => expect(ledger.run(A, [operation])).toBe(words));

  test.each([
    ["is spent for nothing in a book", EUR, []],
    ["comes to nothing before a pool, too", USD, [EUR]],
  ])("a stroop too few for the price %s, which only the minimum stops", (_name, destAsset, path) => {
    ledger.must(MAKER, [sell(EUR, XLM, "0.0000010", "2")]);
    expect(ledger.run(A, [send(XLM, "0.0000001", destAsset, "0.0000001", path)])).toBe(
      "path_payment_strict_send under_destmin",
    );
  });

  test("a pool whose trading is switched off is as if it were not there", () => {
    ledger.upgrade({ type: 5, newFlags: 1 });
    expect(ledger.run(A, [send(EUR, "1", USD)])).toBe("path_payment_strict_send too_few_offers");
  });
});
