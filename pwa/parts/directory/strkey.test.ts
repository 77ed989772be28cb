import { Account, Keypair, MuxedAccount } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { accountOf, isStellarAddress } from "./strkey.ts";

const accounts = Array.from({ length: 20 }, () => Keypair.random().publicKey());

test("real addresses are addresses, and one wrong letter is noticed", () => {
  for (const address of accounts) {
    expect(isStellarAddress(address)).toBe(true);
    const wrong = address.charAt(20) === "A" ? "B" : "A";
    expect(isStellarAddress(address.slice(0, 20) + wrong + address.slice(21))).toBe(false);
    expect(isStellarAddress(address.slice(0, -1))).toBe(false);
    expect(isStellarAddress(address.toLowerCase())).toBe(false);
  }
});

test("a muxed address is checked, and belongs to the account inside it", () => {
  for (const address of accounts) {
    const muxed = new MuxedAccount(new Account(address, "0"), "18446744073709551615").accountId();
    expect(isStellarAddress(muxed)).toBe(true);
    expect(accountOf(muxed)).toBe(address);
    expect(accountOf(address)).toBe(address);
  }
});

test("what is no address is left as it is", () => {
  expect(accountOf("ana*example.org")).toBe("ana*example.org");
  expect(isStellarAddress("")).toBe(false);
  expect(isStellarAddress("S".repeat(56))).toBe(false);
});
