import { Account, Keypair, Networks, Operation, Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { readReturned } from "./returned.ts";

const PASSPHRASE = "A network of this test's own";
const own = Keypair.random();
const other = Keypair.random();
const wallet = Keypair.random().publicKey();

function build(name = "a", passphrase = PASSPHRASE): Transaction {
  return new TransactionBuilder(new Account(wallet, "41"), {
    fee: "100",
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: 0 },
  })
    .addOperation(Operation.manageData({ name, value: "b" }))
    .build();
}

const given = { passphrase: PASSPHRASE, hash: hexOf(build()), key: own.publicKey() };

function hexOf(transaction: Transaction): string {
  return Buffer.from(transaction.hash()).toString("hex");
}

function signed(transaction: Transaction, ...signers: readonly Keypair[]): string {
  transaction.sign(...signers);
  return transaction.toXDR();
}

function codeOf(xdr: string): string | null {
  try {
    readReturned(xdr, given);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

test("the wanted signature is taken over, whatever else stands beside it", () => {
  const signature = readReturned(signed(build(), other, own), given);
  expect(own.verify(Buffer.from(given.hash, "hex"), Buffer.from(signature, "base64"))).toBe(true);
  const bump = TransactionBuilder.buildFeeBumpTransaction(other, "200", read(signed(build(), own)), PASSPHRASE);
  bump.sign(other);
  expect(readReturned(bump.toXDR(), given)).toBe(signature);
});

function read(xdr: string): Transaction {
  return new Transaction(xdr, PASSPHRASE);
}

test("what nobody or somebody else signed is missing the signature", () => {
  expect(codeOf(build().toXDR())).toBe("signature-missing");
  expect(codeOf(signed(build(), other))).toBe("signature-missing");
});

test("a signature of the right key on something else is not believed", () => {
  const stolen = build("c");
  stolen.sign(own);
  const target = build();
  target.signatures.push(...stolen.signatures);
  expect(codeOf(target.toXDR())).toBe("signature-missing");
});

test("a signature for another network is told apart", () => {
  const elsewhere = new Transaction(build().toXDR(), Networks.PUBLIC);
  expect(codeOf(signed(elsewhere, own))).toBe("signature-elsewhere");
});

test("another transaction is refused, however it is signed", () => {
  expect(codeOf(signed(build("changed"), own))).toBe("signature-for-other");
});

test.each(["", "AAAA", "not base64 at all", "x".repeat(40_000), "web+stellar:tx?xdr=AAAA"])(
  "%.20s is unreadable",
  (text) => {
    expect(codeOf(text)).toBe("signature-unreadable");
  },
);
