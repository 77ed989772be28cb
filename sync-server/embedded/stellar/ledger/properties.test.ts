import {
  Account,
  Asset,
  Claimant,
  Keypair,
  LiquidityPoolAsset,
  Operation,
  TransactionBuilder,
  getLiquidityPoolId,
  xdr,
} from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemorySource } from "#server/embedded/stellar/replay/memory-source.ts";
import { accountLiabilities } from "./accounts.ts";
import { applyLedger } from "./close.ts";
import { genesisEntry, genesisHeader, rootKey } from "./genesis.ts";
import { assetId } from "./keys.ts";
import { lineLiabilities } from "./lines.ts";
import { LedgerState } from "./state.ts";
import { networkIdOf, readTransaction } from "./transaction.ts";

const PASSPHRASE = "properties";
const ROOT = rootKey(PASSPHRASE);
/** Keys from fixed seeds, so that a failure can be repeated. */
const KEYS = [1, 2, 3, 4].map((seed) => Keypair.fromRawEd25519Seed(Buffer.alloc(32, seed)));
const [ISSUER = ROOT] = KEYS;
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
      const world = new World();
      world.setUp();
      for (const { source, operations } of steps) {
        world.apply(source, operations);
        world.check();
      }
    }),
    { numRuns: 120 },
  );
});

class World {
  readonly #networkId = networkIdOf(PASSPHRASE);
  readonly #source = new MemorySource([genesisEntry(PASSPHRASE)]);
  readonly #state = new LedgerState(this.#source, genesisHeader(23, 1_700_000_000n), []);

  setUp(): void {
    this.apply(
      ROOT,
      KEYS.map((key) => Operation.createAccount({ destination: key.publicKey(), startingBalance: "1000" })),
    );
    this.apply(ISSUER, [Operation.setOptions({ setFlags: 2 })]);
    for (const key of KEYS.slice(1)) {
      this.apply(
        key,
        CREDITS.map((line) => Operation.changeTrust({ asset: line })),
      );
      this.apply(
        ISSUER,
        CREDITS.map((line) => Operation.payment({ destination: key.publicKey(), asset: line, amount: "10000" })),
      );
    }
  }

  apply(source: Keypair, operations: readonly xdr.Operation[]): void {
    const state = this.#state;
    const entry = state.peekAccount({ type: 0, ed25519: source.rawPublicKey() });
    const builder = new TransactionBuilder(new Account(source.publicKey(), String(entry?.seqNum ?? 0n)), {
      fee: "100",
      networkPassphrase: PASSPHRASE,
    });
    for (const each of operations) builder.addOperation(each);
    const built = builder.setTimeout(0).build();
    built.sign(source);
    const envelope = xdr.TransactionEnvelope.schema.encode(built.toEnvelope().toXdrObject());
    const { closeTime } = state.header.scpValue;
    state.header = {
      ...state.header,
      ledgerSeq: state.header.ledgerSeq + 1,
      scpValue: { ...state.header.scpValue, closeTime: closeTime + 5n },
    };
    const scope = state.begin();
    const [applied] = applyLedger(state, [readTransaction(envelope, this.#networkId)]);
    expect(applied?.result.result.code).not.toBe(-11);
    this.#source.store(state.touched());
    scope.commit();
  }

  check(): void {
    const { header, book } = this.#state;
    let coins = header.feePool;
    for (const entry of this.#source.all()) {
      coins += nativeIn(entry);
      checkLiabilities(entry);
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
    for (const key of this.#state.book.listingsById(selling, buying)) {
      const data = this.#state.peek(key)?.data;
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
