import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { payableIn, takeText } from "./taken-text.ts";

const ana = Keypair.random().publicKey();

test("a payment request fills everything it names, and takes out a memo that was meant for somebody else", () => {
  const uri = `web+stellar:pay?destination=${ana}&amount=1.50&network_passphrase=Elsewhere`;
  expect(takeText(uri)).toEqual({
    ok: true,
    change: { to: ana, asset: "XLM", amount: "1.5", memo: "", memoType: "text", networkPassphrase: "Elsewhere" },
  });
  expect(takeText(`web+stellar:pay?destination=${ana}&memo=7&memo_type=MEMO_ID`)).toMatchObject({
    change: { memo: "7", memoType: "id" },
  });
});

test("other texts are whom to pay, without a memo that was meant for somebody else, and of no network in particular", () => {
  expect(takeText(` ${ana}\n`)).toEqual({
    ok: true,
    change: { to: ana, memo: "", memoType: "text", networkPassphrase: "" },
  });
  expect(takeText("ana*example.org")).toMatchObject({ change: { to: "ana*example.org" } });
  expect(takeText("x".repeat(201)).ok).toBe(false);
  expect(takeText("web+stellar:tx?xdr=AAAA")).toMatchObject({ ok: false });
});

test("what can be paid is found in what another app shared", () => {
  const uri = `web+stellar:pay?destination=${ana}`;
  expect(payableIn(`Pay me here: ${uri} thanks`)).toBe(uri);
  expect(payableIn(`My address is ${ana}.`)).toBe(ana);
  expect(payableIn("nothing of that kind")).toBe("nothing of that kind");
});
