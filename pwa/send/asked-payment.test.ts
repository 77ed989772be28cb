import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { askedIn } from "./asked-payment.ts";

const ORIGIN = "https://wallet.example";
const ana = Keypair.random().publicKey();

test("a contact's link names the contact and the memo that belongs to it, or none", () => {
  const change = { to: ana, memo: "", memoType: "text", networkPassphrase: "", message: "" };
  expect(askedIn({ to: ana, memo: 77 }, ORIGIN)).toEqual({ ok: true, change: { ...change, memo: "77" } });
  expect(askedIn({ to: ana }, ORIGIN)).toEqual({ ok: true, change });
});

test("a payment that was typed elsewhere comes as it was typed, right or not", () => {
  expect(askedIn({ to: "ana-1", amount: "12,", asset: `USDC-${ana}` }, ORIGIN)).toMatchObject({
    ok: true,
    change: { to: "ana-1", amount: "12,", asset: `USDC-${ana}` },
  });
  expect(askedIn({ asset: "XLM" }, ORIGIN)).toEqual({ ok: true, change: { asset: "XLM" } });
});

test("requests and shared texts are taken as if they were pasted", () => {
  const uri = `web+stellar:pay?destination=${ana}&amount=3`;
  expect(askedIn({ uri }, ORIGIN)).toMatchObject({ change: { to: ana, amount: "3" } });
  expect(askedIn({ text: `Pay ${uri} please`, title: "Hi" }, ORIGIN)).toMatchObject({
    change: { to: ana, amount: "3" },
  });
  expect(askedIn({ uri: "web+stellar:tx?xdr=AAAA" }, ORIGIN)).toMatchObject({ ok: false });
});

test("a link of this app is taken as the request it stands for, with what whoever asks says", () => {
  const query = `destination=${ana}&amount=3&memo=7&memo_type=MEMO_ID&msg=For%20lunch`;
  const asked = { to: ana, amount: "3", memo: "7", memoType: "id", message: "For lunch" };
  const link = `${ORIGIN}/pay?${query}`;
  expect(askedIn({ text: `Pay me: ${link} thanks` }, ORIGIN)).toMatchObject({ change: asked });
  expect(askedIn({ text: "", url: link }, ORIGIN)).toMatchObject({ change: asked });
  expect(askedIn({ uri: `web+stellar:pay?${query}` }, ORIGIN)).toEqual(askedIn({ url: link }, ORIGIN));
  expect(askedIn({ url: `${link}&amount=9` }, ORIGIN)).toMatchObject({ ok: false });
  // Of another address nothing is taken but the person's own judgement.
  expect(askedIn({ url: `https://evil.example/pay?${query}` }, ORIGIN)).not.toMatchObject({ change: asked });
});
