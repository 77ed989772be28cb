import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { payableIn, takeText } from "./taken-text.ts";

const ORIGIN = "https://wallet.example";
const ana = Keypair.random().publicKey();

test("a payment request fills everything it names, and takes out a memo that was meant for somebody else", () => {
  const uri = `web+stellar:pay?destination=${ana}&amount=1.50&network_passphrase=Elsewhere`;
  expect(takeText(uri, ORIGIN)).toEqual({
    ok: true,
    change: {
      to: ana,
      asset: "XLM",
      amount: "1.5",
      amountIn: "asset",
      memo: "",
      memoType: "text",
      networkPassphrase: "Elsewhere",
      message: "",
    },
  });
  expect(takeText(`web+stellar:pay?destination=${ana}&memo=7&memo_type=MEMO_ID`, ORIGIN)).toMatchObject({
    change: { memo: "7", memoType: "id" },
  });
});

test("other texts are whom to pay, without a memo that was meant for somebody else, and of no network in particular", () => {
  expect(takeText(` ${ana}\n`, ORIGIN)).toEqual({
    ok: true,
    change: { to: ana, memo: "", memoType: "text", networkPassphrase: "", message: "" },
  });
  expect(takeText("ana*example.org", ORIGIN)).toMatchObject({ change: { to: "ana*example.org" } });
  expect(takeText("x".repeat(201), ORIGIN).ok).toBe(false);
  expect(takeText("web+stellar:tx?xdr=AAAA", ORIGIN)).toMatchObject({ ok: false });
});

test("what can be paid is found in what another app shared", () => {
  const uri = `web+stellar:pay?destination=${ana}`;
  expect(payableIn(`Pay me here: ${uri} thanks`, ORIGIN)).toBe(uri);
  expect(payableIn(`My address is ${ana}.`, ORIGIN)).toBe(ana);
  expect(payableIn("nothing of that kind", ORIGIN)).toBe("nothing of that kind");
});
