import { expect, test } from "vitest";
import { movementOf, paidFee } from "./movement.ts";
import { plainTitleOf } from "./movement-words.ts";
import { aRow } from "./row.fixture.ts";

test("each kind of row reads as what happened to the own account", () => {
  const title = (fields: Parameters<typeof aRow>[0]) => {
    const row = aRow(fields);
    const movement = movementOf(row, "GME");
    return plainTitleOf(row, movement, movement.counterparty === "" ? "" : "Ana");
  };
  expect(title({ type: "receive" })).toBe("Received from Ana");
  expect(title({ type: "send", from: "GME", to: "GANA" })).toBe("Sent to Ana");
  expect(title({ type: "claimable", from: "GME", to: "GANA" })).toBe("Set aside for Ana");
  expect(title({ type: "claimable", from: "GME", to: "" })).toBe("Set aside");
  expect(title({ type: "receive", from: "GME", to: "GME" })).toBe("Taken back");
  expect(title({ type: "create_account" })).toBe("Account created by Ana");
  expect(title({ type: "create_account", from: "GME", to: "GANA" })).toBe("Created the account of Ana");
  expect(title({ type: "merge" })).toBe("Merged into yours: Ana");
  expect(title({ type: "fee", from: "GME", to: "" })).toBe("Network fee");
  expect(title({ type: "operator_fee", from: "GME", to: "GFEES" })).toBe("Fee to Astrolabe");
  expect(title({ type: "swap", from: "GME", to: "" })).toBe("XLM sold in a swap");
  expect(title({ type: "trade", assetCode: "USDC", from: "", to: "GME" })).toBe("USDC bought");
  expect(title({ type: "pool_deposit", from: "GME", to: "ab".repeat(32) })).toBe("Into a pool");
  expect(title({ type: "trust", assetCode: "USDC", from: "GME", to: "GISS" })).toBe("USDC: asset added or removed");
});

test("the fee stands on the row of whoever paid it, also where money came in by a claim", () => {
  expect(paidFee(aRow({ fee: "0.0000000" }))).toBe(false);
  expect(paidFee(aRow({ fee: "0.0000100" }))).toBe(true);
});
