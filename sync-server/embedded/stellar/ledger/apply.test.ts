import { createHash } from "node:crypto";
import { Keypair, Operation, StrKey, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import type { Transaction } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { PASSPHRASE, TestLedger, testKey } from "./test-ledger.ts";

const [A, B, C, D] = [testKey(1), testKey(2), testKey(3), testKey(4)];
const DATA = Operation.manageData({ name: "a", value: "b" });
const SECRET = Buffer.from("a secret");

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("100", A, B);
});

type Options = Parameters<typeof Operation.setOptions>[0];
const options = (rest: Options) => Operation.setOptions(rest);
const signer = (key: Keypair, weight: number) => options({ signer: { ed25519PublicKey: key.publicKey(), weight } });
const dataOf = (source: Keypair) => Operation.manageData({ name: "a", value: "b", source: source.publicKey() });
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const signerCount = (key: Keypair) => ledger.account(key)?.signers.length;

describe("weights and thresholds", () => {
  test("at least one signature is needed, even where nothing is asked for", () => {
    expect(ledger.run(A, [DATA], { signers: [] })).toBe("tx_bad_auth");
    expect(ledger.run(A, [DATA], { signers: [B] })).toBe("tx_bad_auth");
  });

  test("weights add up to what each operation asks for", () => {
    ledger.must(A, [signer(C, 2), signer(D, 1), options({ lowThreshold: 1, medThreshold: 3, highThreshold: 4 })]);
    const bump = Operation.bumpSequence({ bumpTo: "1" });
    expect(ledger.run(A, [bump], { signers: [D] })).toBe("success");
    expect(ledger.run(A, [DATA], { signers: [A, D] })).toBe("op_bad_auth");
    expect(ledger.run(A, [DATA], { signers: [C, D] })).toBe("success");
    expect(ledger.run(A, [signer(D, 0)], { signers: [C, D] })).toBe("op_bad_auth");
    expect(ledger.run(A, [bump, DATA, signer(D, 0)], { signers: [C, D] })).toBe("op_bad_auth");
    expect(ledger.run(A, [signer(D, 0)], { signers: [A, C, D] })).toBe("success");
  });

  test("a signature that is not needed for any check is one too many", () => {
    ledger.must(A, [signer(C, 1)]);
    expect(ledger.run(A, [DATA], { signers: [A, C] })).toBe("tx_bad_auth_extra");
    expect(ledger.run(A, [DATA], { signers: [A, A] })).toBe("tx_bad_auth_extra");
  });

  test("an account whose own key has no weight is its signers'", () => {
    ledger.must(A, [signer(C, 1), options({ masterWeight: 0 })]);
    expect(ledger.run(A, [DATA], { signers: [A] })).toBe("tx_bad_auth");
    expect(ledger.run(A, [DATA], { signers: [C] })).toBe("success");
  });

  test("signatures are checked once, before anything is applied", () => {
    const lockOut = options({ masterWeight: 0, medThreshold: 1 });
    expect(ledger.run(A, [lockOut, DATA])).toBe("success");
    expect(ledger.run(A, [DATA])).toBe("tx_bad_auth");
    expect(ledger.run(B, [Operation.accountMerge({ destination: testKey(9).publicKey() }), dataOf(A)])).toBe(
      "op_bad_auth",
    );
  });

  test("every operation whose source did not sign says so", () => {
    expect(ledger.run(A, [dataOf(B), DATA, dataOf(C)])).toBe("op_bad_auth, op_bad_auth");
  });

  test("the source of an operation may come to be within the transaction", () => {
    const create = Operation.createAccount({ destination: C.publicKey(), startingBalance: "5" });
    expect(ledger.run(A, [create, dataOf(C)], { signers: [A, C] })).toBe("success");
    expect(ledger.run(A, [dataOf(D), create], { signers: [A, D] })).toBe("op_no_account, create_account already_exist");
  });
});

describe("signers of other kinds", () => {
  const signedWith = (key: Keypair, hint: Uint8Array, signature: Uint8Array, operations = [DATA]) => {
    const built = ledger.build(key, operations, { signers: [] });
    built.signatures.push(xdr.DecoratedSignature.fromXdrObject({ hint, signature }));
    return built;
  };

  test("whoever shows what a hash is of", () => {
    ledger.must(A, [options({ signer: { sha256Hash: sha256(SECRET), weight: 1 } })]);
    const hint = sha256(SECRET).subarray(28);
    expect(ledger.apply(signedWith(A, hint, SECRET))).toEqual(["success"]);
    expect(ledger.apply(signedWith(A, hint, Buffer.from("another")))).toEqual(["tx_bad_auth"]);
    expect(ledger.apply(signedWith(A, Buffer.alloc(4), SECRET))).toEqual(["tx_bad_auth"]);
    const built = ledger.build(A, [DATA]);
    built.signHashX(SECRET);
    expect(ledger.apply(built)).toEqual(["tx_bad_auth_extra"]);
  });

  test.each([[3], [4], [40]])("a payload of %i bytes, signed by a key", (length) => {
    const payload = Buffer.alloc(length, 5);
    const address = StrKey.encodeSignedPayload(
      xdr.SignerKeyEd25519SignedPayload.schema.encode({ ed25519: C.rawPublicKey(), payload }),
    );
    ledger.must(A, [options({ signer: { ed25519SignedPayload: address, weight: 1 } })]);
    const tail = Buffer.alloc(4);
    payload.subarray(Math.max(0, length - 4)).copy(tail);
    const hint = C.rawPublicKey()
      .subarray(28)
      .map((byte, index) => byte ^ (tail[index] ?? 0));
    expect(ledger.apply(signedWith(A, hint, C.sign(payload)))).toEqual(["success"]);
    expect(ledger.apply(signedWith(A, hint, C.sign(Buffer.alloc(length))))).toEqual(["tx_bad_auth"]);
  });

  test("a payload may be asked for by the transaction itself, for each such signer", () => {
    const extra = (built: TransactionBuilder) => void built.setExtraSigners([C.publicKey(), D.publicKey()]);
    expect(ledger.run(A, [DATA], { prepare: extra, signers: [A, C, D] })).toBe("success");
    expect(ledger.run(A, [DATA], { prepare: extra, signers: [A, C] })).toBe("tx_bad_auth");
    expect(ledger.run(A, [DATA], { prepare: extra, signers: [C, D] })).toBe("tx_bad_auth");
  });
});

describe("a transaction signed beforehand by its hash", () => {
  /** A transaction of A, whose hash is made a signer of these accounts. */
  const authorized = (operations: xdr.Operation[], ...by: readonly Keypair[]): Transaction => {
    const seqNum = (ledger.account(A)?.seqNum ?? 0n) + 1n + (by.includes(A) ? 1n : 0n);
    const built = ledger.build(A, operations, { signers: [], seqNum });
    for (const key of by) ledger.must(key, [options({ signer: { preAuthTx: built.hash(), weight: 1 } })]);
    return built;
  };

  test("needs no signature, and uses the signer up", () => {
    expect(ledger.apply(authorized([DATA], A))).toEqual(["success"]);
    expect([signerCount(A), ledger.account(A)?.numSubEntries]).toEqual([0, 1]);
  });

  test("uses the signers of all its sources up, even where it fails", () => {
    const failing = Operation.manageData({ name: "none", value: null, source: B.publicKey() });
    const built = authorized([failing], A, B);
    expect([signerCount(A), signerCount(B)]).toEqual([1, 1]);
    expect(ledger.apply(built)).toEqual(["manage_data name_not_found"]);
    expect([signerCount(A), signerCount(B)]).toEqual([0, 0]);
  });

  test("uses them up where its sequence number is wrong", () => {
    const built = authorized([DATA], A);
    ledger.must(A, [Operation.bumpSequence({ bumpTo: "1" })]);
    expect(ledger.apply(built)).toEqual(["tx_bad_seq"]);
    expect(signerCount(A)).toBe(0);
  });

  test("inside a fee bump is as good; the bump's own hash is its payer's", () => {
    const inner = authorized([DATA], A);
    const bump = TransactionBuilder.buildFeeBumpTransaction(B, "200", inner, PASSPHRASE);
    ledger.must(B, [options({ signer: { preAuthTx: bump.hash(), weight: 1 } })]);
    expect(ledger.apply(bump)).toEqual(["success"]);
    expect([signerCount(A), signerCount(B)]).toEqual([0, 0]);
  });
});

describe("fees", () => {
  test("are taken of all before any is applied, as far as the balance goes", () => {
    ledger.create("1.0000150", C);
    const [first, second] = [1n, 2n].map((place) =>
      ledger.build(C, [DATA], { seqNum: (ledger.account(C)?.seqNum ?? 0n) + place }),
    );
    if (!first || !second) throw new Error("two were built");
    expect(ledger.apply(first, second)).toEqual(["tx_insufficient_balance", "tx_insufficient_balance"]);
    expect(ledger.account(C)?.balance).toBe(10_000_150n - 200n);
  });

  test("are the base fee, or the lowest bid where the set is nearly full", () => {
    const balance = () => ledger.account(A)?.balance ?? 0n;
    const start = balance();
    ledger.must(A, [DATA], { fee: "500" });
    expect(start - balance()).toBe(100n);
    ledger.upgrade({ type: 3, newMaxTxSetSize: 101 });
    const [cheap, dear] = [ledger.build(B, [DATA], { fee: "300" }), ledger.build(A, [DATA], { fee: "500" })];
    expect(ledger.apply(cheap, dear)).toEqual(["success", "success"]);
    expect(start - balance()).toBe(400n);
  });

  test("name the set's own base fee where it is given", () => {
    const start = ledger.account(A)?.balance ?? 0n;
    ledger.close([ledger.read(ledger.build(A, [DATA], { fee: "500" }))], 120n);
    expect(start - (ledger.account(A)?.balance ?? 0n)).toBe(120n);
  });
});
