import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { askedIn } from "./asked-payment.ts";

const ana = Keypair.random().publicKey();

test("a contact's link names the contact and the memo that belongs to it, or none", () => {
  const change = { to: ana, memo: "", memoType: "text", networkPassphrase: "" };
  expect(askedIn({ to: ana, memo: 77 })).toEqual({ ok: true, change: { ...change, memo: "77" } });
  expect(askedIn({ to: ana })).toEqual({ ok: true, change });
});

test("a payment that was typed elsewhere comes as it was typed, right or not", () => {
  expect(askedIn({ to: "ana-1", amount: "12,", asset: `USDC-${ana}` })).toMatchObject({
    ok: true,
    change: { to: "ana-1", amount: "12,", asset: `USDC-${ana}` },
  });
  expect(askedIn({ asset: "XLM" })).toEqual({ ok: true, change: { asset: "XLM" } });
});

test("requests and shared texts are taken as if they were pasted", () => {
  const uri = `web+stellar:pay?destination=${ana}&amount=3`;
  expect(askedIn({ uri })).toMatchObject({ change: { to: ana, amount: "3" } });
  expect(askedIn({ text: `Pay ${uri} please`, title: "Hi" })).toMatchObject({ change: { to: ana, amount: "3" } });
  expect(askedIn({ uri: "web+stellar:tx?xdr=AAAA" })).toMatchObject({ ok: false });
});
