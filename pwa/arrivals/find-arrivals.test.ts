import { expect, test } from "vitest";
import type { LocalRow } from "#pwa/platform/db/row-schema.ts";
import { findArrivals, knownFrom, wordsOf } from "./find-arrivals.ts";

const NOW = Date.parse("2026-05-01T10:00:00.000Z");

function row(uid: string, changes: Partial<LocalRow<"transactions">> = {}): LocalRow<"transactions"> {
  return {
    uid,
    id: 1,
    type: "receive",
    assetCode: "XLM",
    issuer: "",
    amount: "12.5000000",
    fee: "0.0000000",
    from: "GANA",
    to: "GBEN",
    hash: "",
    memo: "",
    status: "confirmed",
    ledger: 1,
    timestamp: "2026-05-01T09:59:58.000Z",
    ...changes,
  };
}

test("only what came after the first sync is announced", () => {
  const known = knownFrom([row("old", { timestamp: "2026-05-01T09:00:00.000Z" })]);
  const rows = [row("new"), row("old", { timestamp: "2026-05-01T09:00:00.000Z" })];
  expect(findArrivals(known, rows, NOW).map((found) => found.uid)).toEqual(["new"]);
  expect(findArrivals(knownFrom(rows), rows, NOW)).toEqual([]);
});

test("old rows, own payments and what is not confirmed are not", () => {
  const known = knownFrom([]);
  const rows = [
    row("old", { timestamp: "2026-05-01T09:00:00.000Z" }),
    row("sent", { type: "send" }),
    row("funding", { type: "create_account" }),
    row("pending", { status: "pending" }),
  ];
  expect(findArrivals(known, rows, NOW)).toEqual([]);
});

test("says how much and from whom, and how many more", () => {
  const nameOf = () => "Ana";
  const amountOf = () => "12.5";
  expect(wordsOf([], nameOf, amountOf)).toBeNull();
  expect(wordsOf([row("a")], nameOf, amountOf)).toEqual({ title: "Received 12.5 XLM", description: "From Ana" });
  expect(wordsOf([row("a"), row("b")], nameOf, amountOf)?.description).toBe("From Ana, and 1 more payment");
});
