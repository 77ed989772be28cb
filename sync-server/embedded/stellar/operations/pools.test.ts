import { Asset, LiquidityPoolAsset, Operation, getLiquidityPoolId } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";

const [ISSUER, A, B] = [testKey(1), testKey(2), testKey(3)];
const XLM = Asset.native();
const USD = new Asset("USD", ISSUER.publicKey());
const POOL = new LiquidityPoolAsset(XLM, USD, 30);
const POOL_ID = Buffer.from(getLiquidityPoolId("constant_product", POOL.getLiquidityPoolParameters())).toString("hex");
const [DEPOSITS_OFF, WITHDRAWALS_OFF] = [2, 4];

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("1000", ISSUER, A, B);
  ledger.must(ISSUER, [Operation.setOptions({ setFlags: 2 })]);
  for (const key of [A, B]) {
    ledger.must(key, [Operation.changeTrust({ asset: USD, limit: "1000" }), Operation.changeTrust({ asset: POOL })]);
    ledger.must(ISSUER, [pay(key, "500")]);
  }
});

const pay = (to: Keypair, amount: string) => Operation.payment({ destination: to.publicKey(), asset: USD, amount });
const deposit = (maxAmountA: string, maxAmountB: string, minPrice = "0.0000001", maxPrice = "10000000") =>
  Operation.liquidityPoolDeposit({ liquidityPoolId: POOL_ID, maxAmountA, maxAmountB, minPrice, maxPrice });
const withdraw = (amount: string, minAmountA = "0", minAmountB = "0") =>
  Operation.liquidityPoolWithdraw({ liquidityPoolId: POOL_ID, amount, minAmountA, minAmountB });
const keep = Operation.setTrustLineFlags({
  trustor: A.publicKey(),
  asset: USD,
  flags: { authorized: false, authorizedToMaintainLiabilities: true },
});
/** [XLM, USD, shares] in the pool. */
const pool = () =>
  [...ledger.entries()].flatMap(({ data }) => {
    if (data.type !== 5) return [];
    const { reserveA, reserveB, totalPoolShares } = data.liquidityPool.body.constantProduct;
    return [reserveA, reserveB, totalPoolShares];
  });

describe("a deposit", () => {
  test("into an empty pool is whole, for the root of the product in shares", () => {
    ledger.must(A, [deposit("2", "8")]);
    expect(pool()).toEqual([20_000_000n, 80_000_000n, 40_000_000n]);
  });

  test("later takes the pool's own price, and rounds up what it takes", () => {
    ledger.must(A, [deposit("0.0000010", "0.0000030")]);
    ledger.must(B, [deposit("0.0000004", "1")]);
    expect(pool()).toEqual([14n, 41n, 23n]);
  });

  test.each([
    ["of more XLM than one has", [deposit("998", "1")], "liquidity_pool_deposit underfunded"],
    ["of more USD than one has", [deposit("1", "500.0000001")], "liquidity_pool_deposit underfunded"],
    ["of what an offer has promised", [sellUsd("450"), deposit("1", "51")], "liquidity_pool_deposit underfunded"],
    ["at too high a price", [deposit("2", "1", "0.1", "1.9")], "liquidity_pool_deposit bad_price"],
    ["at too low a price", [deposit("1", "2", "0.6", "1")], "liquidity_pool_deposit bad_price"],
    ["at just that price", [deposit("1", "2", "0.5", "0.5")], "success"],
    [
      "with no room for the shares",
      [Operation.changeTrust({ asset: POOL, limit: "9" }), deposit("10", "10")],
      "liquidity_pool_deposit line_full",
    ],
  ])("%s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test("needs full authorization, and a line for the shares", () => {
    ledger.must(ISSUER, [keep]);
    expect(ledger.run(A, [deposit("1", "1")])).toBe("liquidity_pool_deposit not_authorized");
    ledger.must(B, [Operation.changeTrust({ asset: POOL, limit: "0" })]);
    expect(ledger.run(B, [deposit("1", "1")])).toBe("liquidity_pool_deposit no_trust");
  });
});

describe("a withdrawal", () => {
  beforeEach(() => ledger.must(A, [deposit("2", "8")]));

  test.each([
    ["of all", [withdraw("4", "2", "8")], "success"],
    ["of more", [withdraw("4.0000001")], "liquidity_pool_withdraw underfunded"],
    ["below what one asks for of the first", [withdraw("2", "1.0000001")], "liquidity_pool_withdraw under_minimum"],
    [
      "below what one asks for of the second",
      [withdraw("2", "1", "4.0000001")],
      "liquidity_pool_withdraw under_minimum",
    ],
    [
      "with no room for what comes back",
      [Operation.changeTrust({ asset: USD, limit: "493" }), withdraw("1")],
      "liquidity_pool_withdraw line_full",
    ],
    ["so small that nothing comes back", [withdraw("0.0000001")], "success"],
    [
      "of the line, with shares on it",
      [Operation.changeTrust({ asset: POOL, limit: "0" })],
      "change_trust invalid_limit",
    ],
  ])("%s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test("is possible for a line that may only keep what it has", () => {
    ledger.must(ISSUER, [keep]);
    expect(ledger.run(A, [withdraw("4")])).toBe("success");
    expect(pool()).toEqual([0n, 0n, 0n]);
  });

  test("rounds down, so that who stays loses nothing", () => {
    ledger.must(A, [withdraw("1.3333333")]);
    expect(pool()).toEqual([13_333_334n, 53_333_334n, 26_666_667n]);
  });
});

test.each([
  [DEPOSITS_OFF, "op_not_supported", "success"],
  [WITHDRAWALS_OFF, "success", "op_not_supported"],
])("flag %i switches its half of the pools off", (newFlags, depositing, withdrawing) => {
  ledger.must(A, [deposit("2", "8")]);
  ledger.upgrade({ type: 5, newFlags });
  expect(ledger.run(A, [deposit("1", "4")])).toBe(depositing);
  expect(ledger.run(A, [withdraw("1")])).toBe(withdrawing);
});

function sellUsd(amount: string) {
  return Operation.manageSellOffer({ selling: USD, buying: XLM, amount, price: "1" });
}
