import { Asset, Operation } from "@stellar/stellar-sdk";
import type { Keypair, TransactionBuilder } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { sponsorshipOf, startingSequence } from "#server/embedded/stellar/ledger/accounts.ts";
import { ROOT, TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";

const [A, B, C, D] = [testKey(1), testKey(2), testKey(3), testKey(4)];

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("100", A, B);
});

const create = (key: Keypair, startingBalance: string) =>
  Operation.createAccount({ destination: key.publicKey(), startingBalance });
const merge = (into: Keypair, source?: Keypair) =>
  Operation.accountMerge({ destination: into.publicKey(), ...(source && { source: source.publicKey() }) });
const options = (rest: Parameters<typeof Operation.setOptions>[0]) => Operation.setOptions(rest);
const begin = (sponsored: Keypair) => Operation.beginSponsoringFutureReserves({ sponsoredId: sponsored.publicKey() });
const end = (sponsored: Keypair) => Operation.endSponsoringFutureReserves({ source: sponsored.publicKey() });
const signer = (key: Keypair, weight: number) => ({ signer: { ed25519PublicKey: key.publicKey(), weight } });

describe("createAccount", () => {
  test.each([
    ["an account that exists", B, "10", "create_account already_exist"],
    ["less than two base reserves", C, "0.9999999", "create_account low_reserve"],
    ["nothing, without a sponsor", C, "0", "create_account low_reserve"],
    ["all that is above the payer's own reserve", C, "98.9999900", "success"],
    ["one stroop more than that", C, "98.9999901", "create_account underfunded"],
  ])("%s", (_name, key, amount, words) => expect(ledger.run(A, [create(key, amount)])).toBe(words));

  test("needs no balance where someone sponsors its reserve", () => {
    expect(ledger.run(A, [begin(C), create(C, "0"), end(C)], { signers: [A, C] })).toBe("success");
    expect(sponsorshipOf(ledger.account(A) ?? expect.fail())?.numSponsoring).toBe(2);
    expect(sponsorshipOf(ledger.account(C) ?? expect.fail())?.numSponsored).toBe(2);
  });

  test("counts the reserve that the sponsor takes on before what it can pay", () => {
    const all = [begin(C), create(C, "98.9999700"), end(C)];
    expect(ledger.run(A, all, { signers: [A, C] })).toBe("create_account underfunded, op_no_account");
  });
});

describe("accountMerge", () => {
  test.each([
    ["into nobody", [merge(C)], "account_merge no_account"],
    ["of an immutable account", [options({ setFlags: 4 }), merge(B)], "account_merge immutable_set"],
    ["with a data entry", [Operation.manageData({ name: "a", value: "b" }), merge(B)], "account_merge has_sub_entries"],
    ["with signers, which go with it", [options(signer(C, 1)), merge(B)], "success"],
    ["twice in one transaction", [merge(B), merge(B)], "op_no_account"],
    ["while it sponsors in this transaction", [begin(B), merge(B)], "account_merge is_sponsor"],
  ])("%s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test.each([
    ["one below the first number of a later account", -1n, "success"],
    ["the first number of a later account", 0n, "account_merge seqnum_too_far"],
  ])("with a sequence number of %s", (_name, offset, words) => {
    const bumpTo = startingSequence(ledger.state.header.ledgerSeq + 2) + offset;
    ledger.must(A, [Operation.bumpSequence({ bumpTo: String(bumpTo) })]);
    expect(ledger.run(B, [merge(B, A)], { signers: [A, B] })).toBe(words);
  });

  test("waits for a later transaction of the same ledger that would use a number too far", () => {
    const tooFar = startingSequence(ledger.state.header.ledgerSeq + 1) + 1n;
    const later = ledger.build(A, [create(C, "5")], {
      seqNum: tooFar,
      prepare: (builder) => {
        builder.setMinAccountSequence("0");
      },
    });
    const merging = ledger.build(B, [merge(B, A)], { signers: [A, B] });
    expect(ledger.apply(merging, later)).toEqual(["account_merge seqnum_too_far", "success"]);
  });

  test("leaves what follows of the same account without one", () => {
    const { seqNum = 0n } = ledger.account(A) ?? {};
    const after = ledger.build(A, [create(C, "5")], { seqNum: seqNum + 2n });
    expect(ledger.apply(ledger.build(A, [merge(B)]), after)).toEqual(["success", "tx_no_account"]);
  });

  test.each([
    [0n, "tx_bad_seq"],
    [1n, "success"],
  ])("whoever has gaps leaves out the number with which accounts of its ledger start (+%s)", (offset, words) => {
    const seqNum = startingSequence(ledger.state.header.ledgerSeq + 1) + offset;
    const prepare = (builder: TransactionBuilder) => void builder.setMinAccountSequence("0");
    expect(ledger.run(A, [create(C, "5")], { seqNum, prepare })).toBe(words);
  });

  test("of a sponsored account frees its sponsor, of a sponsor is refused", () => {
    ledger.must(A, [begin(C), create(C, "0"), end(C)], { signers: [A, C] });
    expect(ledger.run(A, [merge(B)])).toBe("account_merge is_sponsor");
    ledger.must(B, [merge(A, C)], { signers: [B, C] });
    expect(sponsorshipOf(ledger.account(A) ?? expect.fail())?.numSponsoring).toBe(0);
    expect(ledger.run(A, [merge(B)])).toBe("success");
  });

  test("is refused where the receiver has no room beside what its offers may bring", () => {
    const credit = new Asset("BIG", B.publicKey());
    const offer = { selling: credit, buying: Asset.native(), amount: "922337203585", price: "1" };
    ledger.must(B, [Operation.manageSellOffer(offer)]);
    expect(ledger.run(A, [merge(B)])).toBe("account_merge dest_full");
    expect(ledger.account(A)?.balance).toBe(1_000_000_000n - 100n);
  });
});

describe("setOptions", () => {
  test.each([
    [
      "an inflation destination that does not exist",
      [options({ inflationDest: C.publicKey() })],
      "set_options invalid_inflation",
    ],
    ["oneself as inflation destination", [options({ inflationDest: A.publicKey() })], "success"],
    ["clawback without revocable", [options({ setFlags: 8 })], "set_options auth_revocable_required"],
    ["both at once", [options({ setFlags: 10 })], "success"],
    [
      "revocable taken from clawback",
      [options({ setFlags: 10 }), options({ clearFlags: 2 })],
      "set_options auth_revocable_required",
    ],
    ["flags of an immutable account", [options({ setFlags: 4 }), options({ setFlags: 1 })], "set_options cant_change"],
    [
      "no flags of an immutable account",
      [options({ setFlags: 4 }), options({ setFlags: 0, homeDomain: "a.b" })],
      "success",
    ],
    ["a signer who is not there, taken away", [options(signer(C, 0))], "success"],
  ])("%s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test("holds twenty signers in order, and changes one without taking a reserve", () => {
    const keys = Array.from({ length: 21 }, (_, index) => testKey(100 + index));
    for (const key of keys.slice(0, 20)) ledger.must(A, [options(signer(key, 1))]);
    expect(ledger.run(A, [options(signer(keys[20] ?? D, 1))])).toBe("set_options too_many_signers");
    expect(ledger.run(A, [options(signer(keys[3] ?? D, 2))])).toBe("success");
    const account = ledger.account(A) ?? expect.fail();
    const names = account.signers.map(({ key }) => (key.type === 0 ? Buffer.from(key.ed25519).toString("hex") : ""));
    expect(names).toEqual(names.toSorted());
    expect([names.length, account.numSubEntries]).toEqual([20, 20]);
  });

  test("needs a reserve for a signer, unless someone sponsors it", () => {
    ledger.create("1.0001", C);
    expect(ledger.run(C, [options(signer(D, 1))])).toBe("set_options low_reserve");
    const sponsored = [begin(C), Operation.setOptions({ ...signer(D, 1), source: C.publicKey() }), end(C)];
    expect(ledger.run(A, sponsored, { signers: [A, C] })).toBe("success");
    expect(sponsorshipOf(ledger.account(C) ?? expect.fail())?.signerSponsoringIDs).toHaveLength(1);
  });
});

describe("bumpSequence and manageData", () => {
  test("a lower number changes nothing but when the number was last touched", () => {
    const before = ledger.account(A)?.seqNum ?? 0n;
    ledger.must(B, [Operation.bumpSequence({ bumpTo: "1", source: A.publicKey() })], { signers: [A, B] });
    expect(ledger.account(A)?.seqNum).toBe(before);
    const v2 = sponsorshipOf(ledger.account(A) ?? expect.fail());
    expect(v2?.ext.v === 3 && v2.ext.v3.seqLedger).toBe(ledger.state.header.ledgerSeq);
  });

  test("the highest number ends an account's transactions", () => {
    ledger.must(A, [Operation.bumpSequence({ bumpTo: String(2n ** 63n - 1n) })]);
    const next = ledger.build(A, [create(C, "5")], { seqNum: 2n ** 63n - 1n });
    expect(ledger.submit(next)).toBe("tx_bad_seq");
  });

  test.each([
    ["takes away what is not there", [Operation.manageData({ name: "x", value: null })], "manage_data name_not_found"],
    [
      "sets, changes and takes away",
      ["1", "2", null].map((value) => Operation.manageData({ name: "x", value })),
      "success",
    ],
  ])("data: %s", (_name, operations, words) => expect(ledger.run(A, operations)).toBe(words));

  test("data: a new entry needs a reserve, a change does not", () => {
    ledger.create("1.5001", C);
    ledger.must(C, [Operation.manageData({ name: "x", value: "1" })]);
    expect(ledger.run(C, [Operation.manageData({ name: "y", value: "1" })])).toBe("manage_data low_reserve");
    expect(ledger.run(C, [Operation.manageData({ name: "x", value: "2" })])).toBe("success");
  });

  test("inflation is no longer supported", () => {
    expect(ledger.submit(ledger.build(ROOT, [Operation.inflation({})]))).toBe("op_not_supported");
  });
});
