import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountLiabilities } from "./accounts.ts";
import { TestLedger, testKey } from "./test-ledger.ts";

const [ISSUER, SELLER, SPONSOR] = [testKey(1), testKey(2), testKey(3)];
const XLM = Asset.native();
const USD = new Asset("USD", ISSUER.publicKey());
const RESERVE = 4;

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("100", ISSUER, SPONSOR);
  ledger.create("10", SELLER);
  ledger.must(SELLER, [Operation.changeTrust({ asset: USD })]);
  ledger.must(ISSUER, [Operation.payment({ destination: SELLER.publicKey(), asset: USD, amount: "50" })]);
});
afterEach(() => vi.restoreAllMocks());

const sell = (selling: Asset, buying: Asset, amount: string) =>
  Operation.manageSellOffer({ selling, buying, amount, price: selling.isNative() ? "1" : "2" });

const offers = () => ledger.state.book.keys().length;
const reserve = (newBaseReserve: number) => ledger.upgrade({ type: RESERVE, newBaseReserve });
const seller = () => ledger.account(SELLER) ?? expect.fail();

describe("a base reserve that is raised", () => {
  test("ends the offers that their sellers can no longer back, all those of the asset alike", () => {
    ledger.must(SELLER, [sell(XLM, USD, "1"), sell(XLM, USD, "5")]);
    reserve(20_000_000);
    expect(offers()).toBe(0);
    expect(seller().numSubEntries).toBe(1);
  });

  test("leaves alone what is still backed, and what sells other assets", () => {
    ledger.must(SELLER, [sell(XLM, USD, "1"), sell(USD, XLM, "2")]);
    reserve(10_000_000);
    expect(offers()).toBe(2);
    expect(accountLiabilities(seller())).toEqual({ buying: 40_000_000n, selling: 10_000_000n });
  });

  test("leaves bound what an ended offer had promised where no other offer remains, as stellar-core does", () => {
    ledger.must(SELLER, [sell(XLM, USD, "6")]);
    reserve(20_000_000);
    expect(offers()).toBe(0);
    expect(accountLiabilities(seller())).toEqual({ buying: 0n, selling: 60_000_000n });
  });

  test("gives the reserve of an ended offer back to its sponsor", () => {
    const sponsored = [
      Operation.beginSponsoringFutureReserves({ sponsoredId: SELLER.publicKey(), source: SPONSOR.publicKey() }),
      sell(XLM, USD, "8"),
      Operation.endSponsoringFutureReserves({}),
    ];
    ledger.must(SELLER, sponsored, { signers: [SELLER, SPONSOR] });
    const numSponsoring = () => {
      const { ext } = ledger.account(SPONSOR) ?? expect.fail();
      return ext.v === 1 && ext.v1.ext.v === 2 && ext.v1.ext.v2.numSponsoring;
    };
    expect(numSponsoring()).toBe(1);
    reserve(10_000_000);
    expect([offers(), numSponsoring()]).toEqual([0, 0]);
  });

  test("is skipped whole where liabilities would not come out even", () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    // Once its own offers to sell XLM are gone, the seller is still below its reserve: nothing of what they bound
    // can be taken off while an offer to buy XLM keeps the sum of XLM alive.
    ledger.must(SELLER, [sell(XLM, USD, "6"), sell(USD, XLM, "2")]);
    const before = { ...ledger.state.header };
    reserve(40_000_000);
    expect(ledger.state.header).toEqual(before);
    expect([offers(), log.mock.calls.length]).toEqual([2, 1]);
    expect(accountLiabilities(seller()).selling).toBe(60_000_000n);
    expect(ledger.run(SELLER, [sell(USD, XLM, "1")])).toBe("success");
  });
});

describe("other upgrades", () => {
  test("a lower base reserve touches no offer, and frees what accounts may spend", () => {
    ledger.must(SELLER, [sell(XLM, USD, "6")]);
    reserve(2_500_000);
    expect(offers()).toBe(1);
    expect(ledger.run(SELLER, [sell(XLM, USD, "2.5")])).toBe("success");
  });

  test("the base fee, the size of a set and the flags are the header's", () => {
    ledger.upgrade({ type: 2, newBaseFee: 250 });
    ledger.upgrade({ type: 3, newMaxTxSetSize: 7 });
    ledger.upgrade({ type: 5, newFlags: 3 });
    const { baseFee, maxTxSetSize, ext } = ledger.state.header;
    expect([baseFee, maxTxSetSize, ext.v === 1 && ext.v1.flags]).toEqual([250, 7, 3]);
  });
});
