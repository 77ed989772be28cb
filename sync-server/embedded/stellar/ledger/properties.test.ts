import { Asset, Claimant, LiquidityPoolAsset, Operation, getLiquidityPoolId } from "@stellar/stellar-sdk";
import type { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accountLiabilities, availableBalance } from "./accounts.ts";
import { assetId } from "./keys.ts";
import { lineLiabilities } from "./lines.ts";
import { TestLedger, testKey } from "./test-ledger.ts";

const ISSUER = testKey(1);
const KEYS = [ISSUER, testKey(2), testKey(3), testKey(4)];
/** What the fees of a whole run come to at most, in stroops: they alone may reach into a reserve. */
const MAX_FEES = 10_000n;
const XLM = Asset.native();
const USD = new Asset("USD", ISSUER.publicKey());
const LONGER = new Asset("LONGER", ISSUER.publicKey());
const CREDITS = [USD, LONGER];
const ASSETS = [XLM, USD, LONGER];
const POOLS = [new LiquidityPoolAsset(XLM, USD, 30), new LiquidityPoolAsset(USD, LONGER, 30)];

const account = fc.constantFrom(...KEYS);
const asset = fc.constantFrom(...ASSETS);
const pool = fc.constantFrom(...POOLS);
const amount = fc.oneof(
  fc.integer({ min: 1, max: 50 }).map((stroops) => `0.${String(stroops).padStart(7, "0")}`),
  fc.integer({ min: 1, max: 5_000 }).map((units) => `${units}.5`),
);
const price = fc.record({ n: fc.integer({ min: 1, max: 1_000 }), d: fc.integer({ min: 1, max: 1_000 }) });

const poolIdOf = (shares: LiquidityPoolAsset) =>
  Buffer.from(getLiquidityPoolId("constant_product", shares.getLiquidityPoolParameters())).toString("hex");

const operation: fc.Arbitrary<xdr.Operation> = fc.oneof(
  fc
    .record({ to: account, asset, amount })
    .map(({ to, ...rest }) => Operation.payment({ destination: to.publicKey(), ...rest })),
  asset.map((line) => Operation.changeTrust({ asset: line.isNative() ? USD : line })),
  pool.map((line) => Operation.changeTrust({ asset: line })),
  fc
    .record({ selling: asset, buying: asset, amount, price })
    .filter(({ selling, buying }) => !selling.equals(buying))
    .map((offer) => Operation.manageSellOffer(offer)),
  fc
    .record({ selling: asset, buying: asset, buyAmount: amount, price })
    .filter(({ selling, buying }) => !selling.equals(buying))
    .map((offer) => Operation.manageBuyOffer(offer)),
  fc
    .record({ sendAsset: asset, destAsset: asset, sendAmount: amount, to: account, via: fc.subarray(ASSETS) })
    .map(({ to, via, ...rest }) =>
      Operation.pathPaymentStrictSend({ ...rest, destination: to.publicKey(), destMin: "0.0000001", path: via }),
    ),
  fc
    .record({ sendAsset: asset, destAsset: asset, destAmount: amount, to: account })
    .map(({ to, ...rest }) =>
      Operation.pathPaymentStrictReceive({ ...rest, destination: to.publicKey(), sendMax: "100000", path: [] }),
    ),
  fc.record({ pool, maxAmountA: amount, maxAmountB: amount }).map(({ pool: shares, ...rest }) =>
    Operation.liquidityPoolDeposit({
      liquidityPoolId: poolIdOf(shares),
      minPrice: { n: 1, d: 1_000_000 },
      maxPrice: { n: 1_000_000, d: 1 },
      ...rest,
    }),
  ),
  fc.record({ pool, amount }).map(({ pool: shares, amount: shareAmount }) =>
    Operation.liquidityPoolWithdraw({
      liquidityPoolId: poolIdOf(shares),
      amount: shareAmount,
      minAmountA: "0",
      minAmountB: "0",
    }),
  ),
  fc
    .record({ asset, amount, to: account })
    .map(({ to, ...rest }) => Operation.createClaimableBalance({ ...rest, claimants: [new Claimant(to.publicKey())] })),
  fc.record({ trustor: account, authorized: fc.boolean() }).map(({ trustor, authorized }) =>
    Operation.setTrustLineFlags({
      asset: USD,
      trustor: trustor.publicKey(),
      flags: authorized ? { authorized: true } : { authorized: false, authorizedToMaintainLiabilities: false },
    }),
  ),
);

const step = fc.record({ source: account, operations: fc.array(operation, { minLength: 1, maxLength: 3 }) });

test("no sequence of transactions makes or loses a stroop, breaks a limit or leaves a crossed book", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
      const world = new World(23);
      world.setUp();
      for (const { source, operations } of steps) {
        expect(world.run(source, operations)).not.toBe("tx_internal_error");
        world.check();
      }
    }),
    { numRuns: 120 },
  );
});

class World extends TestLedger {
  setUp(): void {
    this.create("1000", ...KEYS);
    this.must(ISSUER, [Operation.setOptions({ setFlags: 2 })]);
    for (const key of KEYS.slice(1)) {
      this.must(
        key,
        CREDITS.map((line) => Operation.changeTrust({ asset: line })),
      );
      this.must(
        ISSUER,
        CREDITS.map((line) => Operation.payment({ destination: key.publicKey(), asset: line, amount: "10000" })),
      );
    }
  }

  check(): void {
    const { header, book } = this.state;
    let coins = header.feePool;
    for (const entry of this.entries()) {
      coins += nativeIn(entry);
      checkLiabilities(entry);
      if (entry.data.type === 0) expect(availableBalance(header, entry.data.account) >= -MAX_FEES).toBe(true);
    }
    expect(coins).toBe(header.totalCoins);
    for (const [selling, buying] of book.pairs()) {
      const ask = this.#best(selling, buying);
      const bid = this.#best(buying, selling);
      // Two offers cross where both sides would gain: the product of their prices is below one.
      if (ask && bid) {
        expect(BigInt(ask.n) * BigInt(bid.n) >= BigInt(ask.d) * BigInt(bid.d)).toBe(true);
      }
    }
  }

  #best(selling: string, buying: string) {
    for (const key of this.state.book.listingsById(selling, buying)) {
      const data = this.state.peek(key)?.data;
      if (data?.type === 2) return data.offer.price;
    }
    return undefined;
  }
}

function nativeIn({ data }: LedgerEntryWire): bigint {
  switch (data.type) {
    case 0:
      return data.account.balance;
    case 4:
      return data.claimableBalance.asset.type === 0 ? data.claimableBalance.amount : 0n;
    case 5: {
      const { params, reserveA, reserveB } = data.liquidityPool.body.constantProduct;
      return (
        (assetId(params.assetA) === "native" ? reserveA : 0n) + (assetId(params.assetB) === "native" ? reserveB : 0n)
      );
    }
    default:
      return 0n;
  }
}

function checkLiabilities({ data }: LedgerEntryWire): void {
  if (data.type === 0) {
    const { selling } = accountLiabilities(data.account);
    expect(selling <= data.account.balance && selling >= 0n).toBe(true);
  } else if (data.type === 1) {
    const { balance, limit } = data.trustLine;
    const { selling, buying } = lineLiabilities(data.trustLine);
    expect(balance >= 0n && selling >= 0n && buying >= 0n && selling <= balance && balance + buying <= limit).toBe(
      true,
    );
  }
}
