import { Asset, Claimant, Operation, xdr } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import type { ClaimPredicateWire } from "@stellar/stellar-sdk/xdr";
import { beforeEach, describe, expect, test } from "vitest";
import { sponsorshipOf } from "#server/embedded/stellar/ledger/accounts.ts";
import { TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";
import { holds } from "./claim-claimable-balance.ts";

const [ISSUER, A, B, C] = [testKey(1), testKey(2), testKey(3), testKey(4)];
const XLM = Asset.native();
const USD = new Asset("USD", ISSUER.publicKey());

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("100", ISSUER, A, B);
});

const always: ClaimPredicateWire = { type: 0 };
const and = (...andPredicates: ClaimPredicateWire[]): ClaimPredicateWire => ({ type: 1, andPredicates });
const or = (...orPredicates: ClaimPredicateWire[]): ClaimPredicateWire => ({ type: 2, orPredicates });
const not = (notPredicate: ClaimPredicateWire | null): ClaimPredicateWire => ({ type: 3, notPredicate });
const before = (absBefore: bigint): ClaimPredicateWire => ({ type: 4, absBefore });
const within = (relBefore: bigint): ClaimPredicateWire => ({ type: 5, relBefore });

const claimants = (predicate: ClaimPredicateWire, keys: readonly Keypair[]) =>
  keys.map((key) => new Claimant(key.publicKey(), xdr.ClaimPredicate.fromXdrObject(predicate)));
const create = (predicate: ClaimPredicateWire = always, keys: readonly Keypair[] = [B], asset = XLM, amount = "1") =>
  Operation.createClaimableBalance({ asset, amount, claimants: claimants(predicate, keys) });
const claim = (balanceId: string) => [Operation.claimClaimableBalance({ balanceId })];
const balances = () => [...ledger.entries()].flatMap(({ data }) => (data.type === 4 ? [data.claimableBalance] : []));
const ids = () => balances().map(({ balanceId }) => `00000000${Buffer.from(balanceId.v0).toString("hex")}`);
const onlyId = () => ids()[0] ?? expect.fail();

describe("what must hold to claim", () => {
  test.each([
    ["always", always, true],
    ["before a later second", before(101n), true],
    ["before this second", before(100n), false],
    ["not before this second", not(before(100n)), true],
    ["both of which hold", and(always, before(101n)), true],
    ["one of which does not", and(always, before(100n)), false],
    ["either", or(before(100n), always), true],
    ["neither", or(before(100n), not(always)), false],
  ])("%s", (_name, predicate, expected) => expect(holds(predicate, 100n)).toBe(expected));

  test.each([
    [within(60n), 60n],
    [and(within(9n), not(within(7n))), undefined],
    [within(9_223_372_036_854_775_807n), undefined],
  ])("time that counts from the ledger becomes time of the clock: %o", (predicate, seconds) => {
    ledger.must(A, [create(predicate)]);
    const stored = balances()[0]?.claimants[0]?.v0.predicate ?? expect.fail();
    const { closeTime } = ledger.state.header.scpValue;
    if (seconds !== undefined) expect(stored).toEqual(before(closeTime + seconds));
    else if (predicate.type === 1) expect(stored).toEqual(and(before(closeTime + 9n), not(before(closeTime + 7n))));
    else expect(stored).toEqual(before(9_223_372_036_854_775_807n));
  });
});

describe("createClaimableBalance", () => {
  const deep = (depth: number): ClaimPredicateWire => (depth === 1 ? always : not(deep(depth - 1)));

  test.each([
    ["four predicates deep", [create(deep(4))], "success"],
    ["five deep", [create(deep(5))], "create_claimable_balance malformed"],
    ["with one of a pair missing", [create(and(always))], "create_claimable_balance malformed"],
    ["with nothing to negate", [create(not(null))], "create_claimable_balance malformed"],
    ["before a time below zero", [create(before(-1n))], "create_claimable_balance malformed"],
    ["within a time below zero", [create(within(-1n))], "create_claimable_balance malformed"],
    ["for the same claimant twice", [create(always, [B, B])], "create_claimable_balance malformed"],
  ])("%s", (_name, operations, words) => expect(ledger.submit(ledger.build(A, operations))).toBe(words));

  test.each([
    ["of what one has no line for", [create(always, [B], USD)], "create_claimable_balance no_trust"],
    ["of more than one has", [create(always, [B], XLM, "99")], "create_claimable_balance underfunded"],
    [
      "of all, with nothing left for its reserve",
      [create(always, [B], XLM, "98.9999900")],
      "create_claimable_balance low_reserve",
    ],
    ["two alike, of which each has its name", [create(), create()], "success"],
  ])("%s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test("takes a reserve for each claimant from who makes it, which come back with the claim", () => {
    const sponsoring = () => sponsorshipOf(ledger.account(A) ?? expect.fail())?.numSponsoring ?? 0;
    ledger.must(A, [create(always, [B, C, ISSUER])]);
    expect([sponsoring(), ledger.account(A)?.numSubEntries]).toEqual([3, 0]);
    ledger.must(B, claim(onlyId()));
    expect([sponsoring(), ids()]).toEqual([0, []]);
  });

  test("the issuer makes it from nothing, with the right to claw back that its account has", () => {
    ledger.must(ISSUER, [Operation.setOptions({ setFlags: 10 }), create(always, [B], USD, "1000000")]);
    expect(balances().map(({ ext }) => ext.v)).toEqual([1]);
  });
});

describe("claimClaimableBalance", () => {
  test("by someone else, too late, twice, or without a line", () => {
    ledger.must(A, [create(within(12n)), create(always, [B], XLM)]);
    const [first = "", second = ""] = balances()
      .toSorted(
        (left, right) => (left.claimants[0]?.v0.predicate.type ?? 0) - (right.claimants[0]?.v0.predicate.type ?? 0),
      )
      .map(({ balanceId }) => `00000000${Buffer.from(balanceId.v0).toString("hex")}`);
    expect(ledger.run(A, claim(first))).toBe("claim_claimable_balance cannot_claim");
    expect(ledger.run(B, claim(first))).toBe("success");
    expect(ledger.run(B, claim(first))).toBe("claim_claimable_balance does_not_exist");
    expect(ledger.run(B, claim(second))).toBe("claim_claimable_balance cannot_claim");
    ledger.must(ISSUER, [create(always, [B], USD, "5")]);
    const [usd = ""] = balances()
      .filter(({ asset }) => asset.type === 1)
      .map(({ balanceId }) => `00000000${Buffer.from(balanceId.v0).toString("hex")}`);
    expect(ledger.run(B, claim(usd))).toBe("claim_claimable_balance no_trust");
    ledger.must(B, [Operation.changeTrust({ asset: USD, limit: "4" })]);
    expect(ledger.run(B, claim(usd))).toBe("claim_claimable_balance line_full");
    ledger.must(B, [Operation.changeTrust({ asset: USD, limit: "5" })]);
    expect(ledger.run(B, claim(usd))).toBe("success");
  });

  test("whoever pays for one cannot merge away before it is claimed, and the one who made it can", () => {
    const sandwich = [
      Operation.beginSponsoringFutureReserves({ sponsoredId: A.publicKey(), source: ISSUER.publicKey() }),
      create(),
      Operation.endSponsoringFutureReserves({}),
    ];
    ledger.must(A, sandwich, { signers: [A, ISSUER] });
    const merge = [Operation.accountMerge({ destination: B.publicKey() })];
    expect(ledger.run(ISSUER, merge)).toBe("account_merge is_sponsor");
    expect(ledger.run(A, merge)).toBe("success");
    expect(ledger.run(B, claim(onlyId()))).toBe("success");
    expect(ledger.run(ISSUER, merge)).toBe("success");
  });
});
