import { Operation, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { PASSPHRASE, TestLedger, testKey, wordsOf } from "./test-ledger.ts";
import { networkIdOf, readTransaction } from "./transaction.ts";
import { checkSubmission } from "./validate.ts";

const [A, B, NOBODY] = [testKey(1), testKey(2), testKey(9)];
const DATA = [Operation.manageData({ name: "a", value: "b" })];

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("100", A, B);
});

type Prepare = (builder: TransactionBuilder) => void;
const build = (prepare: Prepare = () => undefined, operations = DATA, source = A) =>
  ledger.build(source, operations, { prepare });
const bounds =
  (minTime: bigint, maxTime: bigint): Prepare =>
  (builder) => {
    builder.timebounds = null;
    builder.setTimebounds(Number(minTime), Number(maxTime));
  };

describe("when a transaction is valid", () => {
  const now = () => ledger.state.header.scpValue.closeTime;

  test.each([
    [0n, 0n, "success"],
    [1n, 0n, "tx_too_early"],
    [-5n, 1n, "success"],
    [-5n, -1n, "tx_too_late"],
  ])("time bounds %s and %s seconds from the last close", (min, max, words) => {
    const until = max === 0n ? 0n : now() + max;
    expect(ledger.submit(build(bounds(now() + min, until)))).toBe(words);
  });

  test.each([
    [0, 0, "success"],
    [1, 0, "success"],
    [2, 0, "tx_too_early"],
    [0, 1, "tx_too_late"],
    [0, 2, "success"],
  ])("ledger bounds %i and %i ledgers from the last one", (min, max, words) => {
    const last = ledger.state.header.ledgerSeq;
    const until = max === 0 ? 0 : last + max;
    expect(ledger.submit(build((builder) => void builder.setLedgerbounds(last + min, until)))).toBe(words);
  });

  test.each([
    ["seconds", (builder: TransactionBuilder) => builder.setMinAccountSequenceAge(5n), 2],
    ["seconds more", (builder: TransactionBuilder) => builder.setMinAccountSequenceAge(11n), 4],
    ["ledgers", (builder: TransactionBuilder) => builder.setMinAccountSequenceLedgerGap(2), 2],
    ["ledgers more", (builder: TransactionBuilder) => builder.setMinAccountSequenceLedgerGap(3), 3],
  ])("a wait since the sequence number last moved, in %s", (_name, prepare, ledgers) => {
    ledger.must(A, DATA);
    for (let passed = 1; passed <= ledgers; passed += 1) {
      const waits = ledger.submit(build((builder) => void prepare(builder)));
      expect(waits, `${passed} ledgers later`).toBe(passed < ledgers ? "tx_bad_min_seq_age_or_gap" : "success");
      ledger.close([]);
    }
  });

  test("a wait may end with the ledger it is applied in, not with the one before", () => {
    ledger.must(A, DATA);
    const waiting = build((builder) => void builder.setMinAccountSequenceAge(5n));
    expect(ledger.apply(waiting)).toEqual(["success"]);
  });

  test.each([
    [-1n, undefined, "tx_bad_seq"],
    [0n, undefined, "tx_bad_seq"],
    [2n, undefined, "tx_bad_seq"],
    [0n, -1n, "tx_bad_seq"],
    [7n, -1n, "success"],
    [7n, 0n, "success"],
    [7n, 1n, "tx_bad_seq"],
  ])("a sequence number %s above the account's, from %s above on", (offset, least, words) => {
    const current = ledger.account(A)?.seqNum ?? 0n;
    const built = ledger.build(A, DATA, {
      seqNum: current + offset,
      prepare: (builder) => {
        if (least !== undefined) builder.setMinAccountSequence(String(current + least));
      },
    });
    expect(ledger.submit(built)).toBe(words);
  });
});

describe("the first thing wrong is what is told", () => {
  const late = (builder: TransactionBuilder) => bounds(1n, 2n)(builder);
  const same = (builder: TransactionBuilder) => void builder.setExtraSigners([A.publicKey(), A.publicKey()]);

  test.each<[string, Prepare, typeof DATA, Keypair, string, string]>([
    ["an extra signer twice before no operation", same, [], A, "1", "tx_malformed"],
    ["no operation before being late", late, [], A, "1", "tx_missing_operation"],
    ["being late before too low a fee", late, DATA, A, "1", "tx_too_late"],
    ["too low a fee before nobody's account", () => undefined, DATA, NOBODY, "99", "tx_insufficient_fee"],
    ["nobody's account", () => undefined, DATA, NOBODY, "100", "tx_no_account"],
  ])("%s", (_name, prepare, operations, source, fee, words) => {
    expect(ledger.submit(ledger.build(source, operations, { prepare, fee, signers: [] }))).toBe(words);
  });

  test("a sequence number before its age, age before signatures, signatures before the balance", () => {
    ledger.must(A, DATA);
    const aged = (builder: TransactionBuilder) => void builder.setMinAccountSequenceAge(600n);
    const seqNum = (ledger.account(A)?.seqNum ?? 0n) + 5n;
    expect(ledger.submit(ledger.build(A, DATA, { prepare: aged, seqNum, signers: [] }))).toBe("tx_bad_seq");
    expect(ledger.submit(ledger.build(A, DATA, { prepare: aged, signers: [] }))).toBe("tx_bad_min_seq_age_or_gap");
    const dear = { fee: "1000000000" };
    expect(ledger.submit(ledger.build(A, DATA, { ...dear, signers: [] }))).toBe("tx_bad_auth");
    expect(ledger.submit(ledger.build(A, DATA, dear))).toBe("tx_insufficient_balance");
    expect(ledger.submit(ledger.build(A, DATA, { signers: [A, B] }))).toBe("tx_bad_auth_extra");
  });

  test("an operation that is malformed before a signature too many, and only the first of them", () => {
    const malformed = Operation.createAccount({ destination: A.publicKey(), startingBalance: "1" });
    const built = ledger.build(A, [...DATA, malformed, malformed], { signers: [A, B] });
    expect(ledger.submit(built)).toBe("create_account malformed");
  });
});

describe("what only smart contracts may carry", () => {
  test("makes a classic transaction malformed", () => {
    const wire = build().toEnvelope().toXdrObject();
    if (wire.type !== 2) throw new Error("a transaction of version 1 was built");
    const footprint = { readOnly: [], readWrite: [] };
    const resources = { footprint, instructions: 0, diskReadBytes: 0, writeBytes: 0 };
    wire.v1.tx.ext = { v: 1, sorobanData: { ext: { v: 0 }, resources, resourceFee: 0n } };
    const transaction = readTransaction(xdr.TransactionEnvelope.schema.encode(wire), networkIdOf(PASSPHRASE));
    const result = checkSubmission(transaction, ledger.state, ledger.state.header, { closeTimeSlack: 0n });
    expect(wordsOf(result)).toBe("tx_malformed");
  });
});

describe("fee bumps", () => {
  const bump = (fee: string, inner = ledger.build(A, DATA), payer = B, signers = [payer]) => {
    const built = TransactionBuilder.buildFeeBumpTransaction(payer, fee, inner, PASSPHRASE);
    for (const signer of signers) built.sign(signer);
    return built;
  };

  test.each([
    ["bids for one operation more", () => bump("100"), "success"],
    ["has a payer who does not exist", () => bump("100", undefined, NOBODY), "tx_no_account"],
    ["is not signed by its payer", () => bump("100", undefined, B, [A]), "tx_bad_auth"],
    ["is signed by someone else, too", () => bump("100", undefined, B, [B, A]), "tx_bad_auth_extra"],
    ["costs more than the payer has", () => bump("500000000"), "tx_insufficient_balance"],
    [
      "holds a transaction that was not signed",
      () => bump("100", ledger.build(A, DATA, { signers: [] })),
      "inner tx_bad_auth",
    ],
    [
      "holds a transaction whose fee alone would not do",
      () => bump("100", ledger.build(A, DATA, { fee: "1" })),
      "success",
    ],
  ])("that %s", (_name, make, words) => expect(ledger.submit(make())).toBe(words));

  test.each([
    [19, 100n],
    [25, 0n],
  ])("in protocol %i, the inner result names %s stroops, which were not charged", (protocol, fee) => {
    ledger = new TestLedger(protocol);
    ledger.create("100", A, B);
    const [applied] = ledger.close([ledger.read(bump("100"))]);
    const { result, feeCharged } = applied?.result ?? expect.fail();
    expect([feeCharged, result.code === 1 && result.innerResultPair.result.feeCharged]).toEqual([200n, fee]);
  });
});
