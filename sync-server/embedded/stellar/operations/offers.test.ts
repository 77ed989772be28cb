import { Asset, Operation } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { accountLiabilities, sponsorshipOf } from "#server/embedded/stellar/ledger/accounts.ts";
import { TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";

const [ISSUER, A, B, C] = [testKey(1), testKey(2), testKey(3), testKey(4)];
const XLM = Asset.native();
const USD = new Asset("USD", ISSUER.publicKey());
const EUR = new Asset("EUR", ISSUER.publicKey());
const PASSIVE = 1;

interface Terms {
  readonly price?: string | { n: number; d: number };
  readonly offerId?: string;
  readonly source?: string;
}

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("1000", ISSUER, A, B);
  ledger.must(ISSUER, [Operation.setOptions({ setFlags: 2 })]);
  for (const key of [A, B]) {
    ledger.must(key, [Operation.changeTrust({ asset: USD, limit: "1000" }), Operation.changeTrust({ asset: EUR })]);
    ledger.must(ISSUER, [pay(key, USD, "100"), pay(key, EUR, "100")]);
  }
});

const pay = (to: Keypair, asset: Asset, amount: string) =>
  Operation.payment({ destination: to.publicKey(), asset, amount });
const sell = (selling: Asset, buying: Asset, amount: string, terms: Terms = {}) =>
  Operation.manageSellOffer({ selling, buying, amount, price: "1", ...terms });
const buy = (selling: Asset, buying: Asset, buyAmount: string, terms: Terms = {}) =>
  Operation.manageBuyOffer({ selling, buying, buyAmount, price: "1", ...terms });
const passive = (selling: Asset, buying: Asset, amount: string, terms: Terms = {}) =>
  Operation.createPassiveSellOffer({ selling, buying, amount, price: "1", ...terms });
const allow = (trustor: Keypair, flags: Parameters<typeof Operation.setTrustLineFlags>[0]["flags"]) =>
  Operation.setTrustLineFlags({ trustor: trustor.publicKey(), asset: USD, flags });

/** Every offer as "amount at n/d", best first for each pair. */
const book = () =>
  ledger.state.book.keys().flatMap((key) => {
    const data = ledger.state.peek(key)?.data;
    return data?.type === 2 ? [`${data.offer.amount} at ${data.offer.price.n}/${data.offer.price.d}`] : [];
  });
const offerFlags = () =>
  ledger.state.book.keys().map((key) => {
    const data = ledger.state.peek(key)?.data;
    return data?.type === 2 ? data.offer.flags : -1;
  });

describe("an offer is refused", () => {
  test.each([
    [
      "without a line for what it sells",
      [sell(new Asset("NIX", B.publicKey()), XLM, "1")],
      "manage_sell_offer sell_no_trust",
    ],
    [
      "without a line for what it buys",
      [sell(XLM, new Asset("NIX", B.publicKey()), "1")],
      "manage_sell_offer buy_no_trust",
    ],
    ["with nothing of what it sells", [pay(ISSUER, USD, "100"), sell(USD, XLM, "1")], "manage_sell_offer underfunded"],
    ["with less than it sells", [sell(USD, XLM, "100.0000001")], "manage_sell_offer underfunded"],
    [
      "with less than other offers leave",
      [sell(USD, XLM, "60"), sell(USD, EUR, "40.0000001")],
      "manage_sell_offer underfunded",
    ],
    ["with more XLM than is above the reserve", [sell(XLM, EUR, "997.5")], "manage_sell_offer underfunded"],
    ["with less room than it buys", [sell(XLM, USD, "800", { price: "1.2" })], "manage_sell_offer line_full"],
    [
      "with less room than other offers leave",
      [buy(XLM, USD, "500"), buy(EUR, USD, "400.0000001")],
      "manage_buy_offer line_full",
    ],
    ["where it would meet one's own", [sell(USD, EUR, "1"), sell(EUR, USD, "1")], "manage_sell_offer cross_self"],
    [
      "where it would change one that is not there",
      [sell(USD, EUR, "1", { offerId: "77" })],
      "manage_sell_offer not_found",
    ],
    ["where it would end one that is not there", [buy(USD, EUR, "0", { offerId: "77" })], "manage_buy_offer not_found"],
  ])("%s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test("with the reserve of one more entry missing, even where all of it would trade at once", () => {
    ledger.must(B, [sell(USD, XLM, "1")]);
    ledger.create("1.9", C);
    ledger.must(C, [Operation.changeTrust({ asset: USD })]);
    expect(ledger.run(C, [sell(XLM, USD, "0.01")])).toBe("manage_sell_offer low_reserve");
  });

  test.each([
    ["selling", [sell(USD, XLM, "1")], "manage_sell_offer sell_not_authorized"],
    ["buying", [sell(XLM, USD, "1")], "manage_sell_offer buy_not_authorized"],
    [
      "selling nothing",
      [pay(ISSUER, USD, "100"), sell(USD, XLM, "1")],
      "payment src_not_authorized, manage_sell_offer sell_not_authorized",
    ],
  ])("where the line may only keep what it has: %s", (_name, operations, words) => {
    ledger.must(ISSUER, [allow(A, { authorized: false, authorizedToMaintainLiabilities: true })]);
    expect(ledger.run(A, operations)).toBe(words);
  });
});

describe("crossing", () => {
  test("offers that may only be kept are still taken, and may still be ended", () => {
    ledger.must(A, [sell(USD, XLM, "10"), sell(USD, XLM, "5", { price: "2" })]);
    ledger.must(ISSUER, [allow(A, { authorized: false, authorizedToMaintainLiabilities: true })]);
    expect(ledger.run(B, [buy(XLM, USD, "10")])).toBe("success");
    expect(ledger.run(A, [sell(USD, XLM, "0", { offerId: "2" })])).toBe("success");
    expect(book()).toEqual([]);
  });

  test.each([
    ["a passive one leaves the same price alone", passive(USD, EUR, "10"), passive(EUR, USD, "10"), 2],
    ["a passive one takes a better price", passive(USD, EUR, "10"), passive(EUR, USD, "10", { price: "0.99" }), 0],
    ["an active one takes a passive one", passive(USD, EUR, "10"), sell(EUR, USD, "10"), 0],
    ["a passive one leaves an active one alone", sell(USD, EUR, "10"), passive(EUR, USD, "10"), 2],
  ])("%s", (_name, first, second, left) => {
    ledger.must(A, [first]);
    ledger.must(B, [second]);
    expect(book()).toHaveLength(left);
  });

  test("an offer stays passive through changes, and an active one active", () => {
    ledger.must(A, [passive(USD, EUR, "10"), sell(USD, EUR, "10")]);
    ledger.must(A, [sell(USD, EUR, "5", { offerId: "1" }), buy(USD, EUR, "5", { offerId: "2", price: "1" })]);
    expect(offerFlags()).toEqual([PASSIVE, 0]);
  });

  test("the older of two equal prices goes first", () => {
    ledger.must(A, [sell(USD, EUR, "10", { price: { n: 2, d: 2 } })]);
    ledger.must(A, [sell(USD, EUR, "10")]);
    ledger.must(B, [sell(EUR, USD, "10")]);
    expect(book()).toEqual(["100000000 at 1/1"]);
  });

  test("what is left over stays in the book at its own price", () => {
    ledger.must(A, [sell(USD, EUR, "10")]);
    ledger.must(B, [sell(EUR, USD, "25", { price: "0.5" })]);
    expect(book()).toEqual(["150000000 at 1/2"]);
  });

  test("an offer to buy ends once it has what it wants, however cheap that was", () => {
    ledger.must(A, [sell(USD, EUR, "50", { price: "0.5" })]);
    ledger.must(B, [buy(EUR, USD, "20", { price: "1" })]);
    expect(book()).toEqual(["300000000 at 1/2"]);
  });

  test("nothing trades where rounding would cost either side more than a hundredth; the smaller offer goes", () => {
    const price = { n: 3, d: 2 };
    ledger.must(A, [sell(USD, EUR, "0.0000028", { price })]);
    ledger.must(B, [buy(EUR, USD, "0.0000027", { price })]);
    expect(book()).toEqual(["28 at 3/2"]);
  });

  test("an offer that would come to nothing after rounding is not made", () => {
    expect(ledger.run(A, [sell(USD, EUR, "0.0000001", { price: { n: 1, d: 3 } })])).toBe("success");
    expect(book()).toEqual([]);
    expect(ledger.state.header.idPool).toBe(0n);
  });

  test("issuers sell what they have not, as much as there can be", () => {
    ledger.must(ISSUER, [sell(USD, EUR, "922337203685.4775807")]);
    expect(accountLiabilities(ledger.account(ISSUER) ?? expect.fail())).toEqual({ buying: 0n, selling: 0n });
  });

  test("one offer that the issuer's own XLM could not take in is too much", () => {
    ledger.must(ISSUER, [sell(USD, XLM, "900000000000")]);
    expect(ledger.run(ISSUER, [sell(EUR, XLM, "30000000000")])).toBe("manage_sell_offer line_full");
  });

  test("a sponsored offer that is taken frees its sponsor", () => {
    const sandwich = [
      Operation.beginSponsoringFutureReserves({ sponsoredId: A.publicKey() }),
      sell(USD, XLM, "10", { source: A.publicKey() }),
      Operation.endSponsoringFutureReserves({ source: A.publicKey() }),
    ];
    ledger.must(B, sandwich, { signers: [A, B] });
    const sponsoring = () => sponsorshipOf(ledger.account(B) ?? expect.fail())?.numSponsoring;
    expect(sponsoring()).toBe(1);
    ledger.must(B, [sell(XLM, USD, "4")]);
    expect(sponsoring()).toBe(1);
    ledger.must(B, [sell(XLM, USD, "6")]);
    expect([sponsoring(), book()]).toEqual([0, []]);
    expect(ledger.account(A)?.numSubEntries).toBe(2);
  });

  test("the assets of an offer can be swapped, and its promises move along", () => {
    ledger.must(A, [sell(USD, XLM, "10", { price: "2" })]);
    ledger.must(A, [sell(XLM, USD, "20", { offerId: "1", price: "0.5" })]);
    expect(accountLiabilities(ledger.account(A) ?? expect.fail())).toEqual({ buying: 0n, selling: 200_000_000n });
    expect(ledger.run(A, [sell(USD, EUR, "100")])).toBe("success");
  });
});
