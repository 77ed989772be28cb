import { Operation, xdr } from "@stellar/stellar-sdk";
import type { Keypair, LiquidityPoolAsset } from "@stellar/stellar-sdk";
import type { AccountEntryWire, LedgerEntryWire, LedgerUpgradeWire, OperationWire } from "@stellar/stellar-sdk/xdr";
import fc from "fast-check";
import { expect, test } from "vitest";
import { availableBalance } from "#server/embedded/stellar/ledger/accounts.ts";
import { assetId, hex } from "#server/embedded/stellar/ledger/keys.ts";
import { TestLedger } from "#server/embedded/stellar/ledger/test-ledger.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { Sums, heldAmounts, leftBoundByRaise, violations } from "./invariants.ts";
import { CREDITS, HOLDERS, ISSUER, POOLS, USD, XLM, poolIdOf, step } from "./random-operations.ts";
import type { Planned, Step } from "./random-operations.ts";

const RUNS = 40;
const TIMEOUT_MS = 60_000;
/** Stroops that one operation of the sequences costs at most. */
const FEE = 200n;
const issuer = hex(ISSUER.rawPublicKey());

test(
  "whatever happens, nothing is made or lost, owed twice, counted wrongly, crossed, or spent out of a reserve",
  { timeout: TIMEOUT_MS },
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 30 }), (steps) => {
        const world = new World();
        for (const each of steps) world.play(each);
      }),
      { numRuns: RUNS },
    );
  },
);

test("the sequences reach deep: every kind of operation succeeds in them", { timeout: TIMEOUT_MS }, () => {
  const succeeded = new Set<string>();
  for (const steps of fc.sample(fc.array(step, { minLength: 30, maxLength: 60 }), { numRuns: 12, seed: 7 })) {
    const world = new World();
    for (const each of steps) for (const kind of world.play(each)) succeeded.add(kind);
  }
  // All that the sequences are made of, in the names of the SDK.
  expect([...succeeded].toSorted()).toEqual([
    "accountMerge",
    "beginSponsoringFutureReserves",
    "changeTrust",
    "claimClaimableBalance",
    "clawback",
    "clawbackClaimableBalance",
    "createAccount",
    "createClaimableBalance",
    "createPassiveSellOffer",
    "endSponsoringFutureReserves",
    "liquidityPoolDeposit",
    "liquidityPoolWithdraw",
    "manageBuyOffer",
    "manageData",
    "manageSellOffer",
    "pathPaymentStrictReceive",
    "pathPaymentStrictSend",
    "payment",
    "revokeSponsorship",
    "setOptions",
    "setTrustLineFlags",
  ]);
});

test("a raised reserve leaves bound what the offers that it ends had promised, and the ledger goes on", () => {
  const world = new World();
  const [holder = ISSUER] = HOLDERS;
  const sell = (amount: string): Planned => ({
    source: holder,
    make: () => Operation.manageSellOffer({ selling: XLM, buying: USD, amount, price: "1" }),
  });
  const play = (...operations: Planned[]) => world.play({ kind: "transaction", source: holder, operations });
  play(sell("905"));
  world.play({ kind: "upgrade", upgrade: { type: 4, newBaseReserve: 50_000_000 } });
  expect([...world.entries()].filter(({ data }) => data.type === 2)).toEqual([]);
  expect(violations([...world.entries()], world.state)).not.toEqual([]);
  world.play({ kind: "upgrade", upgrade: { type: 4, newBaseReserve: 1_000_000 } });
  expect(play(sell("5"))).toEqual(["manageSellOffer"]);
});

test("what breaks a rule is told", () => {
  const world = new World();
  const [holder = ISSUER] = HOLDERS;
  world.must(holder, [Operation.manageSellOffer({ selling: XLM, buying: USD, amount: "5", price: "9" })]);
  const entries = [...world.entries()];
  expect(violations(entries, world.state)).toEqual([]);
  const tampered = (kind: number, change: (data: LedgerEntryWire["data"]) => void) => {
    const [index, original] = entries.entries().find(([, { data }]) => data.type === kind) ?? [0, entries[0]];
    if (!original) throw new Error("no such entry");
    const copy = structuredClone(original);
    change(copy.data);
    return violations(entries.with(index, copy), world.state).join();
  };
  const account = tampered(0, (data) => {
    if (data.type !== 0) return;
    data.account.balance += 1n;
    data.account.numSubEntries += 1;
  });
  expect(account).toContain("stroops are there instead of");
  expect(account).toContain("subentries count as");
  const line = tampered(1, (data) => {
    if (data.type === 1) data.trustLine.limit = 1n;
  });
  expect(line).toContain("may get more than its limit");
  const offer = tampered(2, (data) => {
    if (data.type === 2) data.offer.amount += 1_000n;
  });
  expect(offer).toContain("selling liabilities are");
  const pool = tampered(5, (data) => {
    if (data.type === 5) data.liquidityPool.body.constantProduct.totalPoolShares += 1n;
  });
  expect(pool).toContain("not all are held");
});

class World extends TestLedger {
  /** What the issuer has brought into being and not taken back, by asset. */
  readonly #issued = new Sums();
  #leftBound: ReadonlyMap<string, bigint> = new Map();

  constructor() {
    super(23);
    this.create("1000", ISSUER, ...HOLDERS);
    this.must(ISSUER, [Operation.setOptions({ setFlags: 10 })]);
    for (const key of HOLDERS) {
      this.must(
        key,
        CREDITS.map((asset) => Operation.changeTrust({ asset })),
      );
      const payments = CREDITS.map((asset) =>
        Operation.payment({ destination: key.publicKey(), asset, amount: "10000" }),
      );
      this.must(ISSUER, payments);
      this.#note(payments, ISSUER);
      this.must(key, POOLS.flatMap(enterPool));
    }
  }

  /** Plays one step and checks everything; answers with the kinds of operations that have succeeded. */
  play(given: Step): string[] {
    if (given.kind === "upgrade") {
      this.#upgrade(given.upgrade);
      return [];
    }
    const { source, operations } = this.#made(given.source, given.operations);
    if (operations.length === 0) return [];
    const before = this.#spendable();
    const amounts = this.#balanceAmounts();
    const signers = [...new Set([source, ...given.operations.map((each) => each.source)])];
    const built = this.build(source, operations, { fee: String(FEE), signers });
    // What no queue would take comes into no ledger.
    if (this.submit(built) !== "success") return [];
    const [words = ""] = this.apply(built);
    expect(words).not.toBe("tx_internal_error");
    if (words === "success") this.#note(operations, source, amounts);
    const entries = this.#all();
    expect(violations(entries, this.state, this.#leftBound)).toEqual([]);
    for (const asset of CREDITS.map(idOf)) expect(heldAmounts(entries).of(asset)).toBe(this.#issued.of(asset));
    this.#checkReserves(before, hex(source.rawPublicKey()), FEE * BigInt(operations.length));
    return words === "success" ? operations.map(kindOf) : [];
  }

  #upgrade(upgrade: LedgerUpgradeWire): void {
    const before = this.#all();
    const reserve = this.state.header.baseReserve;
    this.upgrade(upgrade);
    const after = this.#all();
    if (this.state.header.baseReserve > reserve) this.#leftBound = leftBoundByRaise(before, after);
    expect(violations(after, this.state, this.#leftBound)).toEqual([]);
  }

  /** Operations of the step that can be made now, in a transaction of the first one's source. */
  #made(fallback: Keypair, given: readonly Planned[]) {
    const ids = [...this.#balanceAmounts().keys()];
    const operations = given.map((each) => each.make(ids));
    const whole = operations.filter((each) => each !== undefined);
    return {
      source: given[0]?.source ?? fallback,
      operations: whole.length === operations.length ? whole : [],
    };
  }

  /** Only fees may take what an account needs for its reserve. */
  #checkReserves(before: ReadonlyMap<string, bigint>, payer: string, fee: bigint): void {
    for (const [account, spendable] of this.#spendable()) {
      const floor = before.get(account) ?? 0n;
      const least = (floor < 0n ? floor : 0n) - (account === payer ? fee : 0n);
      if (spendable < least) expect(`${account} has ${spendable}, at least ${least} were due`).toBe("");
    }
  }

  #spendable(): Map<string, bigint> {
    const accounts = this.#all().flatMap(({ data }) => (data.type === 0 ? [data.account] : []));
    const spendable = (account: AccountEntryWire) => availableBalance(this.state.header, account);
    return new Map(accounts.map((account) => [hex(account.accountId.ed25519), spendable(account)]));
  }

  /** Claimable balances by id, each with asset and amount. */
  #balanceAmounts(): Map<string, readonly [string, bigint]> {
    return new Map(
      this.#all().flatMap(({ data }) => {
        if (data.type !== 4) return [];
        const { balanceId, asset, amount } = data.claimableBalance;
        return [[idText(balanceId), [assetId(asset), amount] as const] as const];
      }),
    );
  }

  /** Follows what the issuer's assets have gained or lost by operations that succeeded. */
  #note(
    operations: readonly xdr.Operation[],
    source: Keypair,
    balances: ReadonlyMap<string, readonly [string, bigint]> = new Map(),
  ): void {
    for (const operation of operations) {
      const wire = operation.toXdrObject();
      const actor = wire.sourceAccount ? hex(accountOf(wire.sourceAccount).ed25519) : hex(source.rawPublicKey());
      for (const [asset, amount] of issuedBy(wire, actor, balances)) this.#issued.add(asset, amount);
    }
  }

  #all(): LedgerEntryWire[] {
    return [...this.entries()];
  }
}

function issuedBy(
  { body }: OperationWire,
  actor: string,
  balances: ReadonlyMap<string, readonly [string, bigint]>,
): (readonly [string, bigint])[] {
  const isIssuer = actor === issuer;
  switch (body.type) {
    case 1: {
      const { destination, asset, amount } = body.paymentOp;
      const toIssuer = hex(accountOf(destination).ed25519) === issuer;
      return [[assetId(asset), (isIssuer ? amount : 0n) - (toIssuer ? amount : 0n)]];
    }
    case 14: {
      const { asset, amount } = body.createClaimableBalanceOp;
      return isIssuer ? [[assetId(asset), amount]] : [];
    }
    case 19:
      return [[assetId(body.clawbackOp.asset), -body.clawbackOp.amount]];
    case 20: {
      const [asset = "", amount = 0n] = balances.get(idText(body.clawbackClaimableBalanceOp.balanceId)) ?? [];
      return [[asset, -amount]];
    }
    default:
      return [];
  }
}

function idText(balanceId: Parameters<typeof xdr.ClaimableBalanceId.schema.encode>[0]): string {
  return Buffer.from(xdr.ClaimableBalanceId.schema.encode(balanceId)).toString("hex");
}

function idOf(asset: (typeof CREDITS)[number]): string {
  return assetId(asset.toXdrObject().toXdrObject());
}

function kindOf(operation: xdr.Operation): string {
  const { type } = Operation.fromXdrObject(operation);
  return type.startsWith("revoke") ? "revokeSponsorship" : type;
}

function enterPool(shares: LiquidityPoolAsset): xdr.Operation[] {
  const deposit = { maxAmountA: "50", maxAmountB: "50", minPrice: "0.5", maxPrice: "2" };
  return [
    Operation.changeTrust({ asset: shares }),
    Operation.liquidityPoolDeposit({ liquidityPoolId: poolIdOf(shares), ...deposit }),
  ];
}
