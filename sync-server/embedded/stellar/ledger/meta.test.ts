import { Asset, Operation, xdr } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import type { AppliedTransaction } from "./close.ts";
import { decodeChanges, encodeChanges, encodeMeta } from "./meta.ts";
import { TestLedger, testKey } from "./test-ledger.ts";
import { transactionSet } from "./transaction-set.ts";

const [A, B] = [testKey(1), testKey(2)];
const [CREATED, UPDATED, REMOVED, STATE] = [0, 1, 2, 3];

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger();
  ledger.create("100", A, B);
});

const close = (...operations: xdr.Operation[]): AppliedTransaction =>
  ledger.close([ledger.read(ledger.build(A, operations))])[0] ?? expect.fail();
const pay = Operation.payment({ destination: B.publicKey(), asset: Asset.native(), amount: "1" });
const data = (value: string | null) => Operation.manageData({ name: "a", value });

describe("metadata", () => {
  test.each([
    [19, 2],
    [20, 3],
    [22, 3],
    [23, 4],
    [26, 4],
  ])("of protocol %i is version %i, with a list for each operation", (protocol, version) => {
    const decoded = xdr.TransactionMeta.schema.decode(encodeMeta(close(pay, data("x")).changes, protocol));
    expect(decoded.v).toBe(version);
    const { operations } =
      decoded.v === 2 ? decoded.v2 : decoded.v === 3 ? decoded.v3 : decoded.v === 4 ? decoded.v4 : expect.fail();
    expect(operations.map(({ changes }) => changes.length)).toEqual([4, 3]);
  });

  test("shows what was there before what became of it", () => {
    const kinds = (...operations: xdr.Operation[]) =>
      close(...operations).changes.operations.map((changes) => changes.map(({ type }) => type));
    expect(kinds(data("x"))).toEqual([[STATE, UPDATED, CREATED]]);
    expect(kinds(data("y"))).toEqual([[STATE, UPDATED]]);
    expect(kinds(data(null), data("z"))).toEqual([
      [STATE, REMOVED, STATE, UPDATED],
      [STATE, UPDATED, CREATED],
    ]);
    expect(kinds(Operation.payment({ destination: A.publicKey(), asset: Asset.native(), amount: "1" }))).toEqual([[]]);
  });

  test("of a failure holds the sequence number, and nothing of the operations", () => {
    const { changes, feeChanges } = close(data("x"), Operation.manageData({ name: "none", value: null }));
    expect([feeChanges.length, changes.before.length, changes.operations]).toEqual([2, 2, []]);
  });

  test("is read back as it was written", () => {
    const { feeChanges } = close(pay);
    expect(decodeChanges(encodeChanges(feeChanges))).toEqual(feeChanges);
  });
});

test("a transaction set names its transactions by the order of their hashes, and its fee where it has any", () => {
  const built = [A, B].map((key) => ledger.read(ledger.build(key, [data("x")])));
  const { phases } = transactionSet(built, new Uint8Array(32), 100n).v1TxSet;
  const [classic] = phases;
  const component = classic?.v === 0 ? classic.v0Components[0] : undefined;
  const wanted = built.toSorted((left, right) => Buffer.compare(left.hash, right.hash)).map(({ envelope }) => envelope);
  expect(component?.txsMaybeDiscountedFee).toEqual({ baseFee: 100n, txs: wanted });
  expect(transactionSet([], new Uint8Array(32), 100n).v1TxSet.phases[0]).toEqual({ v: 0, v0Components: [] });
});
