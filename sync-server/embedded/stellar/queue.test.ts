import { Account, Asset, Keypair, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PASSPHRASE, startTestNetwork } from "./test-network.ts";
import type { Built, TestNetwork } from "./test-network.ts";

/** For so many ledgers a transaction waits, and is kept out after that. */
const [PATIENCE, BAN] = [4, 10];

let network: TestNetwork;
let payers: Keypair[] = [];
beforeEach(async () => {
  network = await startTestNetwork();
  payers = [];
  for (let count = 0; count < 4; count += 1) payers.push(await network.fund());
});
afterEach(() => network.stop());

const payer = (index: number) => payers[index] ?? expect.fail();
/** How many operations a ledger takes; twice as many wait. */
const bound = (maxTxSetSize: number) => network.control("/upgrade", { maxTxSetSize });

/** Payments to oneself that bid so many stroops together; `ahead` is how far it skips in sequence numbers. */
async function bid(from: Keypair, fee: string, ahead = 0n, operations = 1): Promise<Built> {
  const { seqNum } = await network.rpc.getAccountEntry(from.publicKey());
  const account = new Account(from.publicKey(), String(seqNum + ahead));
  const payment = { destination: from.publicKey(), asset: Asset.native(), amount: "1" };
  const each = String(Number(fee) / operations);
  const builder = new TransactionBuilder(account, { fee: each, networkPassphrase: PASSPHRASE }).setTimeout(0);
  for (let count = 0; count < operations; count += 1) builder.addOperation(Operation.payment(payment));
  const built = builder.build();
  built.sign(from);
  return built;
}

function bump(inner: Built, from: Keypair, feeOfEach: string) {
  const built = TransactionBuilder.buildFeeBumpTransaction(from, feeOfEach, inner, PASSPHRASE);
  built.sign(from);
  return built;
}

/** "PENDING", or for an error its code and the fee that it names. */
async function send(transaction: Parameters<TestNetwork["rpc"]["sendTransaction"]>[0]): Promise<string> {
  const { status, errorResult } = await network.rpc.sendTransaction(transaction);
  return errorResult ? `${errorResult.result.type} ${errorResult.feeCharged}` : status;
}

describe("an account's one transaction that waits", () => {
  test("is sent again in vain, whether as it is or without its fee bump", async () => {
    const inner = await bid(payer(0), "100");
    expect(await send(inner)).toBe("PENDING");
    expect(await send(inner)).toBe("DUPLICATE");
    const bumped = bump(inner, payer(1), "1000");
    expect(await send(bumped)).toBe("PENDING");
    expect(await send(bumped)).toBe("DUPLICATE");
    expect(await send(inner)).toBe("DUPLICATE");
  });

  test("gives its place to a fee bump of ten times the bid alone", async () => {
    const inner = await bid(payer(0), "100");
    await send(inner);
    expect(await send(await bid(payer(0), "5000"))).toBe("TRY_AGAIN_LATER");
    expect(await send(await bid(payer(0), "5000", 1n))).toBe("TRY_AGAIN_LATER");
    expect(await send(await bid(payer(0), "5000", -1n))).toBe("txBadSeq 0");
    expect(await send(bump(inner, payer(1), "999"))).toBe("txInsufficientFee 2000");
    expect(await send(bump(inner, payer(1), "1000"))).toBe("PENDING");
  });

  test("is put out where four ledgers had no room for it, and let in again after ten more", async () => {
    await bound(1);
    const poor = await bid(payer(0), "100");
    expect(await send(poor)).toBe("PENDING");
    for (let ledger = 0; ledger < PATIENCE; ledger += 1) {
      expect(await send(poor)).toBe("DUPLICATE");
      expect(await send(await bid(payer(1), "900"))).toBe("PENDING");
      await network.close();
    }
    for (let ledger = 0; ledger < BAN; ledger += 1) {
      expect(await send(poor)).toBe("TRY_AGAIN_LATER");
      await network.close();
    }
    expect(await send(poor)).toBe("PENDING");
  });
});

describe("a full queue", () => {
  beforeEach(() => bound(1));

  test("takes a better bid in place of the lowest, and names what would be one", async () => {
    const [first, second] = [await bid(payer(0), "1000"), await bid(payer(1), "1001")];
    for (const each of [first, second]) expect(await send(each)).toBe("PENDING");
    const low = await bid(payer(2), "1000");
    expect(await send(low)).toBe("txInsufficientFee 1001");
    // What was refused its place is kept out, however much room there is.
    expect(await send(low)).toBe("TRY_AGAIN_LATER");
    expect(await send(await bid(payer(2), "1001"))).toBe("PENDING");
    expect([await send(first), await send(second)]).toEqual(["TRY_AGAIN_LATER", "DUPLICATE"]);
  });

  test("judges the bid before it judges anything else", async () => {
    for (const index of [0, 1]) await send(await bid(payer(index), "1000"));
    expect(await send(await bid(payer(2), "500", 7n))).toBe("txInsufficientFee 1001");
    expect(await send(await bid(payer(2), "1002", 7n))).toBe("txBadSeq 100");
    expect(await send(await bid(payer(0), "2000", 7n))).toBe("TRY_AGAIN_LATER");
  });

  test("does not put out what a fee bump would replace, for lack of one place more", async () => {
    const inner = await bid(payer(0), "100");
    expect(await send(inner)).toBe("PENDING");
    expect(await send(await bid(payer(1), "5000"))).toBe("PENDING");
    expect(await send(bump(inner, payer(2), "1000"))).toBe("TRY_AGAIN_LATER");
  });

  test("asks for more than it has put out until the next ledger, whatever has room", async () => {
    expect(await send(await bid(payer(0), "400", 0n, 2))).toBe("PENDING");
    expect(await send(await bid(payer(1), "500"))).toBe("PENDING");
    expect(await send(await bid(payer(2), "200"))).toBe("txInsufficientFee 201");
    await network.close();
    expect(await send(await bid(payer(2), "199"))).toBe("PENDING");
  });
});
