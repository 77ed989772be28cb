import { Asset, LiquidityPoolAsset, Operation, getLiquidityPoolId } from "@stellar/stellar-sdk";
import { describe, expect, test } from "vitest";
import { convert } from "./exchange.ts";
import { INT64_MAX } from "./ledger/limits.ts";
import { TestLedger, testKey } from "./ledger/test-ledger.ts";

const [ISSUER, MAKER] = [testKey(1), testKey(2)];
const XLM = Asset.native();
const USD = new Asset("USD", ISSUER.publicKey());
const POOL = new LiquidityPoolAsset(XLM, USD, 30);
const liquidityPoolId = Buffer.from(getLiquidityPoolId("constant_product", POOL.getLiquidityPoolParameters())).toString(
  "hex",
);

/** A deep pool at one for one, and three small offers at a worse price. */
function market(protocol: number): TestLedger {
  const ledger = new TestLedger(protocol);
  ledger.create("5000", ISSUER, MAKER);
  const sell = Operation.manageSellOffer({ selling: USD, buying: XLM, amount: "1", price: "2" });
  ledger.must(MAKER, [Operation.changeTrust({ asset: USD }), Operation.changeTrust({ asset: POOL })]);
  ledger.must(ISSUER, [Operation.payment({ destination: MAKER.publicKey(), asset: USD, amount: "2000" })]);
  const ends = { maxAmountA: "1000", maxAmountB: "1000", minPrice: "0.5", maxPrice: "2" };
  ledger.must(MAKER, [Operation.liquidityPoolDeposit({ liquidityPoolId, ...ends }), sell, sell, sell]);
  return ledger;
}

function send(ledger: TestLedger, maxOffers: number) {
  const scope = ledger.state.begin();
  const made = convert(ledger.state, {
    send: { type: 0 },
    maxSend: 50_000_000n,
    receive: USD.toXdrObject().toXdrObject(),
    maxReceive: INT64_MAX,
    rounding: "strict-send",
    filter: () => "keep",
    maxOffers,
  });
  scope.rollback();
  return [made.end, made.trail.map(({ type }) => type), made.crossed];
}

describe("offers crossed in vain, as the pool is better", () => {
  test("count against the limit from protocol 27 on", () => {
    const ledger = market(27);
    expect(send(ledger, 4)).toEqual(["done", [2], 4]);
    expect(send(ledger, 3)).toEqual(["crossed-too-many", [], 0]);
  });

  test("did not count before", () => {
    expect(send(market(26), 3)).toEqual(["done", [2], 1]);
  });
});
