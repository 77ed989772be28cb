import { expect, test } from "vitest";
import { requestOf } from "./request.ts";

const address = `G${"A".repeat(55)}`;
const XLM = { assetCode: "XLM", issuer: "" };
const PUBLIC = "Public Global Stellar Network ; September 2015";

test("amount and memo are in the request when they are right", () => {
  expect(requestOf(address, "12,50", "rent", XLM, PUBLIC)).toEqual({
    uri: `web+stellar:pay?destination=${address}&amount=12.5&memo=rent&memo_type=MEMO_TEXT`,
    problems: {},
  });
  expect(requestOf(address, "", "", XLM, PUBLIC)).toEqual({
    uri: `web+stellar:pay?destination=${address}`,
    problems: {},
  });
});

test("what is not right is left out and told", () => {
  const { uri, problems } = requestOf(address, "12,5,", "ü".repeat(20), XLM, PUBLIC);
  expect(uri).toBe(`web+stellar:pay?destination=${address}`);
  expect(problems.amount).toMatch(/such as 12\.5/);
  expect(problems.memo).toMatch(/28 bytes/);
  expect(requestOf(address, "0", "", XLM, PUBLIC).problems.amount).toMatch(/greater than zero/);
});

test("another asset is asked for by its code and issuer", () => {
  const { uri } = requestOf(address, "3", "", { assetCode: "EUR", issuer: address }, PUBLIC);
  expect(uri).toBe(`web+stellar:pay?destination=${address}&amount=3&asset_code=EUR&asset_issuer=${address}`);
});

test("another network than the public one is named, so that nobody pays with real money", () => {
  const { uri } = requestOf(address, "", "", XLM, "Test Net ; 2026");
  expect(uri).toBe(`web+stellar:pay?destination=${address}&network_passphrase=Test%20Net%20%3B%202026`);
});
