import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { readPayUri, uriOfLink } from "#pwa/parts/directory/pay-uri.ts";
import { requestOf } from "./request.ts";

const address = Keypair.random().publicKey();
const asker = {
  address,
  asset: { assetCode: "XLM", issuer: "", usd: "0.3" },
  passphrase: "Public Global Stellar Network ; September 2015",
  origin: "https://wallet.example",
};
const nothing = { amount: "", amountIn: "asset", memo: "", note: "" } as const;

test("amount and memo are in the request when they are right, in the link as in the URI", () => {
  const query = `destination=${address}&amount=12.5&memo=rent&memo_type=MEMO_TEXT`;
  expect(requestOf({ ...nothing, amount: "12,50", memo: "rent" }, asker)).toEqual({
    link: `https://wallet.example/pay?${query}`,
    uri: `web+stellar:pay?${query}`,
    code: `web+stellar:pay?${query}`,
    problems: {},
  });
  expect(requestOf(nothing, asker)).toMatchObject({ uri: `web+stellar:pay?destination=${address}`, problems: {} });
});

test("what is not right is left out and told", () => {
  const made = requestOf({ ...nothing, amount: "12,5,", memo: "ü".repeat(20), note: "x".repeat(301) }, asker);
  expect(made.uri).toBe(`web+stellar:pay?destination=${address}`);
  expect(made.link).toBe(`https://wallet.example/pay?destination=${address}`);
  expect(made.problems.amount).toMatch(/such as 12\.5/);
  expect(made.problems.memo).toMatch(/28 bytes/);
  expect(made.problems.note).toMatch(/300 characters/);
  expect(requestOf({ ...nothing, amount: "0" }, asker).problems.amount).toMatch(/greater than zero/);
});

test("whoever opens the link reads the note, whatever is in it", () => {
  const note = "Lunch & tea #2, 50% each? 東京 + cake :)";
  const { link } = requestOf({ ...nothing, note }, asker);
  expect(readPayUri(uriOfLink(link, asker.origin) ?? "")).toMatchObject({ ok: true, request: { message: note } });
});

test("what is typed in dollars is asked for in the asset", () => {
  const typed = { ...nothing, amount: "10", amountIn: "usd" } as const;
  expect(readPayUri(requestOf(typed, asker).uri)).toMatchObject({ request: { amount: "33.3333333" } });
  const { uri, problems } = requestOf(typed, { ...asker, asset: { ...asker.asset, usd: null } });
  expect(readPayUri(uri)).toMatchObject({ request: { amount: "" } });
  expect(problems.amount).toMatch(/Enter the amount in XLM/);
});

test("another asset is asked for by its code and issuer", () => {
  const { uri } = requestOf(
    { ...nothing, amount: "3" },
    { ...asker, asset: { assetCode: "EUR", issuer: address, usd: null } },
  );
  expect(uri).toBe(`web+stellar:pay?destination=${address}&amount=3&asset_code=EUR&asset_issuer=${address}`);
});

test("another network than the public one is named, so that nobody pays with real money", () => {
  const { uri } = requestOf(nothing, { ...asker, passphrase: "Test Net ; 2026" });
  expect(uri).toBe(`web+stellar:pay?destination=${address}&network_passphrase=Test%20Net%20%3B%202026`);
});
