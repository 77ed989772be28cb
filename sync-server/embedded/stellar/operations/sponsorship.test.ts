import { Asset, Claimant, Operation, StrKey } from "@stellar/stellar-sdk";
import type { Keypair, xdr } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { sponsorshipOf } from "#server/embedded/stellar/ledger/accounts.ts";
import { TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";

const [A, B, C, D] = [testKey(1), testKey(2), testKey(3), testKey(4)];

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("100", A, B, C);
});

const begin = (sponsored: Keypair, source: Keypair) =>
  Operation.beginSponsoringFutureReserves({ sponsoredId: sponsored.publicKey(), source: source.publicKey() });
const end = (source: Keypair) => Operation.endSponsoringFutureReserves({ source: source.publicKey() });
const data = (source: Keypair, value: string | null = "x") =>
  Operation.manageData({ name: "name", value, source: source.publicKey() });
const addSigner = (source: Keypair, weight = 1) =>
  Operation.setOptions({ source: source.publicKey(), signer: { ed25519PublicKey: D.publicKey(), weight } });
const revokeData = (owner: Keypair, source: Keypair) =>
  Operation.revokeDataSponsorship({ account: owner.publicKey(), name: "name", source: source.publicKey() });
const revokeSigner = (owner: Keypair, source: Keypair) =>
  Operation.revokeSignerSponsorship({
    account: owner.publicKey(),
    signer: { ed25519PublicKey: D.publicKey() },
    source: source.publicKey(),
  });
/** The accounts that act in these operations, and A. */
const signersOf = (operations: readonly xdr.Operation[]) =>
  [A, B, C].filter((key) => key === A || operations.some((each) => sourceOf(each) === key.publicKey()));
const sourceOf = (operation: xdr.Operation) => {
  const { sourceAccount } = operation.toXdrObject();
  return sourceAccount?.type === 0 ? StrKey.encodeEd25519PublicKey(Buffer.from(sourceAccount.ed25519)) : undefined;
};
/** [sponsoring, sponsored] of an account. */
const counts = (key: Keypair) => {
  const found = sponsorshipOf(ledger.account(key) ?? expect.fail());
  return [found?.numSponsoring ?? 0, found?.numSponsored ?? 0];
};

describe("beginning and ending", () => {
  test.each([
    ["left open", [begin(B, A)], "tx_bad_sponsorship"],
    [
      "begun twice for one account",
      [begin(B, A), begin(B, C), end(B)],
      "begin_sponsoring_future_reserves already_sponsored",
    ],
    ["by one who is sponsored", [begin(B, A), begin(C, B), end(B)], "begin_sponsoring_future_reserves recursive"],
    ["of one who sponsors", [begin(C, B), begin(B, A), end(C)], "begin_sponsoring_future_reserves recursive"],
    ["ended without a beginning", [end(A)], "end_sponsoring_future_reserves not_sponsored"],
    ["of two by one", [begin(B, A), begin(C, A), end(B), end(C)], "success"],
    ["begun again after the end", [begin(B, A), end(B), begin(A, B), end(A)], "success"],
    ["of an account that never is made", [begin(D, A)], "tx_bad_sponsorship"],
  ])("%s", (_name, operations, words) => {
    expect(ledger.run(A, operations, { signers: signersOf(operations) })).toBe(words);
  });

  test("nothing of a failed transaction stays sponsored", () => {
    ledger.run(A, [begin(B, A), data(B), end(B), end(B)], { signers: [A, B] });
    expect([counts(A), ledger.account(B)?.numSubEntries]).toEqual([[0, 0], 0]);
  });
});

describe("an entry", () => {
  test("counts for its sponsor while it exists, and for its owner as a subentry", () => {
    ledger.must(A, [begin(B, A), data(B), end(B)], { signers: [A, B] });
    expect([counts(A), counts(B), ledger.account(B)?.numSubEntries]).toEqual([[1, 0], [0, 1], 1]);
    ledger.must(B, [data(B, null)]);
    expect([counts(A), counts(B), ledger.account(B)?.numSubEntries]).toEqual([[0, 0], [0, 0], 0]);
  });

  test("is refused where the sponsor, not the owner, lacks the reserve", () => {
    ledger.create("1.0001", D);
    expect(ledger.run(D, [begin(A, D), data(A), end(A)], { signers: [A, D] })).toBe("manage_data low_reserve");
    expect(ledger.run(A, [begin(D, A), data(D), end(D)], { signers: [A, D] })).toBe("success");
  });

  test("goes back to its owner, who must have the reserve", () => {
    ledger.create("1.0001", D);
    ledger.must(A, [begin(D, A), data(D), end(D)], { signers: [A, D] });
    expect(ledger.run(A, [revokeData(D, A)])).toBe("revoke_sponsorship low_reserve");
    ledger.must(B, [Operation.payment({ destination: D.publicKey(), asset: Asset.native(), amount: "0.5" })]);
    expect(ledger.run(A, [revokeData(D, A)])).toBe("success");
    expect([counts(A), counts(D)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("passes from one sponsor to the next, or from the owner to a sponsor", () => {
    ledger.must(A, [begin(B, A), data(B), end(B)], { signers: [A, B] });
    ledger.must(A, [begin(A, C), revokeData(B, A), end(A)], { signers: [A, C] });
    expect([counts(A), counts(B), counts(C)]).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
    ledger.must(C, [begin(C, B), revokeData(B, C), end(C)], { signers: [B, C] });
    expect([counts(B), counts(C)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    ledger.must(B, [begin(B, A), revokeData(B, B), end(B)], { signers: [A, B] });
    expect([counts(A), counts(B)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test.each([
    ["nobody has", [revokeData(A, A)], "revoke_sponsorship does_not_exist"],
    ["someone else owns", [data(B), revokeData(B, A)], "revoke_sponsorship not_sponsor"],
    ["one owns and pays for", [data(A), revokeData(A, A)], "success"],
  ])("%s", (_name, operations, words) =>
    expect(ledger.run(A, operations, { signers: signersOf(operations) })).toBe(words),
  );

  test("of a claimable balance can only be passed on", () => {
    ledger.must(A, [
      Operation.createClaimableBalance({
        asset: Asset.native(),
        amount: "1",
        claimants: [new Claimant(B.publicKey())],
      }),
    ]);
    const [balance] = [...ledger.entries()].flatMap(({ data: entry }) =>
      entry.type === 4 ? [`00000000${Buffer.from(entry.claimableBalance.balanceId.v0).toString("hex")}`] : [],
    );
    const revoke = Operation.revokeClaimableBalanceSponsorship({ balanceId: balance ?? "", source: A.publicKey() });
    expect(ledger.run(A, [revoke])).toBe("revoke_sponsorship only_transferable");
    expect(ledger.run(B, [begin(A, B), revoke, end(A)], { signers: [A, B] })).toBe("success");
    expect([counts(A), counts(B)]).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  test("an account's own reserve can be passed on, too", () => {
    const revoke = Operation.revokeAccountSponsorship({ account: A.publicKey(), source: A.publicKey() });
    ledger.must(B, [begin(A, B), revoke, end(A)], { signers: [A, B] });
    expect([counts(A), counts(B)]).toEqual([
      [0, 2],
      [2, 0],
    ]);
  });
});

describe("a signer", () => {
  test("is sponsored, passed on, and given back", () => {
    ledger.must(A, [begin(B, A), addSigner(B), end(B)], { signers: [A, B] });
    expect([counts(A), counts(B)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    ledger.must(A, [begin(A, C), revokeSigner(B, A), end(A)], { signers: [A, C] });
    expect([counts(A), counts(C)]).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(ledger.run(A, [revokeSigner(B, A)])).toBe("revoke_sponsorship not_sponsor");
    ledger.must(C, [revokeSigner(B, C)]);
    expect([counts(B), counts(C)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    ledger.must(B, [addSigner(B, 0)]);
    expect(ledger.run(B, [revokeSigner(B, B)])).toBe("revoke_sponsorship does_not_exist");
  });
});
