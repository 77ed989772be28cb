import { Asset, Claimant, LiquidityPoolAsset, Operation, getLiquidityPoolId } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { beforeEach, describe, expect, test } from "vitest";
import { sponsorshipOf } from "#server/embedded/stellar/ledger/accounts.ts";
import { TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";

const [ISSUER, A, B, NOBODY] = [testKey(1), testKey(2), testKey(3), testKey(9)];
const XLM = Asset.native();
const [EUR, USD] = [new Asset("EUR", ISSUER.publicKey()), new Asset("USD", ISSUER.publicKey())];
const POOL = new LiquidityPoolAsset(EUR, USD, 30);
const POOL_ID = Buffer.from(getLiquidityPoolId("constant_product", POOL.getLiquidityPoolParameters())).toString("hex");
const [REVOCABLE, CLAWBACK] = [2, 8];

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("1000", ISSUER, A, B);
});

type Flags = Parameters<typeof Operation.setTrustLineFlags>[0]["flags"];
const trust = (asset: Asset | LiquidityPoolAsset, limit?: string) =>
  Operation.changeTrust({ asset, ...(limit !== undefined && { limit }) });
const pay = (to: Keypair, asset: Asset, amount: string) =>
  Operation.payment({ destination: to.publicKey(), asset, amount });
const sell = (selling: Asset, buying: Asset, amount: string) =>
  Operation.manageSellOffer({ selling, buying, amount, price: "1" });
const flagsOf = (trustor: Keypair, flags: Flags) =>
  Operation.setTrustLineFlags({ trustor: trustor.publicKey(), asset: USD, flags });
const allow = (trustor: Keypair, authorize: 0 | 1 | 2) =>
  Operation.allowTrust({ trustor: trustor.publicKey(), assetCode: "USD", authorize });
const issuerFlags = (setFlags: number) => Operation.setOptions({ setFlags });
const claw = (from: Keypair, amount: string) => Operation.clawback({ from: from.publicKey(), asset: USD, amount });
const NOTHING: Flags = { authorized: false, authorizedToMaintainLiabilities: false };
const KEEP: Flags = { authorized: false, authorizedToMaintainLiabilities: true };
const FULL: Flags = { authorized: true, authorizedToMaintainLiabilities: false };

const all = (type: LedgerEntryWire["data"]["type"]) => [...ledger.entries()].filter(({ data }) => data.type === type);
const lineFlags = () =>
  all(1).flatMap(({ data }) => (data.type === 1 && data.trustLine.asset.type === 1 ? [data.trustLine.flags] : []));

describe("changeTrust", () => {
  test.each([
    ["with a limit of nothing, for a line that is not there", [trust(USD, "0")], "change_trust invalid_limit"],
    ["for an issuer who is not there", [trust(new Asset("NIX", NOBODY.publicKey()))], "change_trust no_issuer"],
    ["for shares of a pool, without lines for what it holds", [trust(POOL)], "change_trust trust_line_missing"],
    ["for shares, with them", [trust(USD), trust(EUR), trust(POOL)], "success"],
    [
      "away, while shares depend on it",
      [trust(USD), trust(EUR), trust(POOL), trust(USD, "0")],
      "change_trust cannot_delete",
    ],
    ["away, after the shares", [trust(USD), trust(EUR), trust(POOL), trust(POOL, "0"), trust(USD, "0")], "success"],
    [
      "below what an offer may bring",
      [trust(USD, "10"), sell(XLM, USD, "4"), trust(USD, "3.9999999")],
      "change_trust invalid_limit",
    ],
    ["to just that", [trust(USD, "10"), sell(XLM, USD, "4"), trust(USD, "4")], "success"],
  ])("%s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test("takes two reserves for pool shares, and the pool goes with its last participant", () => {
    ledger.create("2.9", NOBODY);
    ledger.must(NOBODY, [trust(USD), trust(EUR)]);
    expect(ledger.run(NOBODY, [trust(POOL)])).toBe("change_trust low_reserve");
    ledger.must(A, [pay(NOBODY, XLM, "0.2")]);
    ledger.must(NOBODY, [trust(POOL)]);
    expect([ledger.account(NOBODY)?.numSubEntries, all(5).length]).toEqual([4, 1]);
    ledger.must(NOBODY, [trust(POOL, "0")]);
    expect([ledger.account(NOBODY)?.numSubEntries, all(5).length]).toEqual([2, 0]);
  });

  test("takes over what the issuer requires at that time", () => {
    ledger.must(A, [trust(USD)]);
    ledger.must(ISSUER, [issuerFlags(1 + REVOCABLE + CLAWBACK)]);
    ledger.must(B, [trust(USD)]);
    expect(lineFlags().toSorted()).toEqual([1, 4]);
  });

  test("for shares needs at least the right to keep", () => {
    ledger.must(ISSUER, [issuerFlags(1 + REVOCABLE)]);
    ledger.must(A, [trust(USD), trust(EUR)]);
    expect(ledger.run(A, [trust(POOL)])).toBe("change_trust not_auth_maintain_liabilities");
  });
});

describe("authorization", () => {
  beforeEach(() => ledger.must(A, [trust(USD)]));

  test.each([
    ["taken away", [allow(A, 0)], "allow_trust cant_revoke"],
    ["reduced", [allow(A, 2)], "allow_trust cant_revoke"],
    ["given again", [allow(A, 1)], "success"],
    ["given to who has no line", [allow(B, 1)], "allow_trust no_trust_line"],
    ["taken from who has no line", [allow(B, 0)], "allow_trust cant_revoke"],
    ["taken away by flags", [flagsOf(A, NOTHING)], "set_trust_line_flags cant_revoke"],
    ["reduced by flags", [flagsOf(A, KEEP)], "set_trust_line_flags cant_revoke"],
    ["given again by flags", [flagsOf(A, FULL)], "success"],
    ["given by flags to who has no line", [flagsOf(B, FULL)], "set_trust_line_flags no_trust_line"],
    [
      "given in both forms",
      [flagsOf(A, { authorizedToMaintainLiabilities: true })],
      "set_trust_line_flags invalid_state",
    ],
  ])("%s, where it is not revocable", (_name, operations, words) => expect(ledger.run(ISSUER, operations)).toBe(words));

  test("can be raised from keeping to full, though not revocable", () => {
    ledger.must(ISSUER, [issuerFlags(REVOCABLE), allow(A, 2), Operation.setOptions({ clearFlags: REVOCABLE })]);
    expect(ledger.run(ISSUER, [allow(A, 2)])).toBe("success");
    expect(ledger.run(ISSUER, [allow(A, 1)])).toBe("success");
  });

  test("taken away ends offers on both sides and turns pool shares into claimable balances", () => {
    ledger.must(ISSUER, [issuerFlags(REVOCABLE + CLAWBACK)]);
    ledger.must(B, [trust(USD), trust(EUR), trust(POOL)]);
    ledger.must(ISSUER, [pay(B, USD, "50"), pay(B, EUR, "50")]);
    ledger.must(B, [
      sell(USD, XLM, "5"),
      sell(EUR, USD, "2"),
      sell(EUR, XLM, "3"),
      Operation.liquidityPoolDeposit({
        liquidityPoolId: POOL_ID,
        maxAmountA: "10",
        maxAmountB: "20",
        minPrice: "0.1",
        maxPrice: "1",
      }),
    ]);
    expect(ledger.run(ISSUER, [flagsOf(B, KEEP)])).toBe("success");
    expect([all(2).length, all(4).length]).toEqual([3, 0]);
    expect(ledger.run(ISSUER, [flagsOf(B, NOTHING)])).toBe("success");
    expect([all(2).length, all(4).length, all(5).length]).toEqual([1, 2, 0]);
    const left = all(4).map(({ data }) =>
      data.type === 4 ? [data.claimableBalance.amount, data.claimableBalance.ext.v] : [],
    );
    expect(left.toSorted()).toEqual([
      [100_000_000n, 1],
      [200_000_000n, 1],
    ]);
    expect(sponsorshipOf(ledger.account(B) ?? expect.fail())?.numSponsoring).toBe(2);
    expect(ledger.account(B)?.numSubEntries).toBe(3);
  });
});

describe("clawback", () => {
  beforeEach(() => {
    ledger.must(ISSUER, [issuerFlags(REVOCABLE + CLAWBACK)]);
    ledger.must(A, [trust(USD)]);
    ledger.must(ISSUER, [pay(A, USD, "10")]);
  });

  test.each([
    ["of all", [claw(A, "10")], "success"],
    ["of more", [claw(A, "10.0000001")], "clawback underfunded"],
    ["from who has no line", [claw(B, "1")], "clawback no_trust"],
    ["after authorization was taken away", [allow(A, 0), claw(A, "10")], "success"],
    [
      "after the right to it was given up",
      [flagsOf(A, { clawbackEnabled: false }), claw(A, "1")],
      "clawback not_clawback_enabled",
    ],
  ])("%s", (_name, operations, words) => expect(ledger.run(ISSUER, operations)).toBe(words));

  test("leaves what an offer has promised", () => {
    ledger.must(A, [sell(USD, XLM, "6")]);
    expect(ledger.run(ISSUER, [claw(A, "4.0000001")])).toBe("clawback underfunded");
    expect(ledger.run(ISSUER, [claw(A, "4")])).toBe("success");
  });

  test("takes a claimable balance back, whoever may claim it", () => {
    const create = (asset: Asset) =>
      Operation.createClaimableBalance({ asset, amount: "3", claimants: [new Claimant(B.publicKey())] });
    ledger.must(A, [create(USD), create(XLM)]);
    const ids = all(4).flatMap(({ data }) =>
      data.type === 4
        ? [[data.claimableBalance.asset.type, Buffer.from(data.claimableBalance.balanceId.v0).toString("hex")] as const]
        : [],
    );
    const idOf = (type: number) => `00000000${ids.find(([kind]) => kind === type)?.[1] ?? ""}`;
    const back = (balanceId: string) => [Operation.clawbackClaimableBalance({ balanceId })];
    expect(ledger.run(B, back(idOf(1)))).toBe("clawback_claimable_balance not_issuer");
    expect(ledger.run(ISSUER, back(idOf(0)))).toBe("clawback_claimable_balance not_issuer");
    expect(ledger.run(ISSUER, back(idOf(1)))).toBe("success");
    expect(ledger.run(ISSUER, back(idOf(1)))).toBe("clawback_claimable_balance does_not_exist");
    expect(sponsorshipOf(ledger.account(A) ?? expect.fail())?.numSponsoring).toBe(1);
  });
});
