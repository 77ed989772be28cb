import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { pauseAheadSaid, pausedSaid, takenBackSaid, waitingSaid } from "./protection-words.ts";
import { readSaid } from "./said.ts";
import { chosenBy, wordFacts } from "./word-facts.ts";

function inWords(text: string): string {
  const said = readSaid(text);
  if (said === null) return text;
  const { code, facts } = said;
  return i18n._(code, wordFacts(facts, { language: "en", time: "UTC" }, chosenBy(i18n.messages[code]), inWords));
}

const NOTHING = { orders: 0, ordersOnTheWay: 0, standingOrders: 0, payments: 0, waitsForOwner: false };

test.each([
  [{}, ""],
  [{ orders: 2, standingOrders: 1 }, "2 open orders and 1 standing order were taken back."],
  [{ standingOrders: 1 }, "1 standing order was taken back."],
  [{ ordersOnTheWay: 1 }, "1 open order is being taken back on the network."],
  [
    { orders: 1, ordersOnTheWay: 3, waitsForOwner: true },
    "1 open order was taken back. 3 open orders wait for the key that you hold: sign that.",
  ],
  [{ payments: 1 }, "1 payment or trade that was not signed yet was taken back."],
  [{ orders: 1, payments: 1 }, "1 open order and 1 payment or trade that was not signed yet were taken back."],
  [
    { standingOrders: 1, payments: 2 },
    "1 standing order and 2 payments and trades that were not signed yet were taken back.",
  ],
  [
    { orders: 1, standingOrders: 2, payments: 2 },
    "1 open order, 2 standing orders and 2 payments and trades that were not signed yet were taken back.",
  ],
])("%j", (fields, words) => {
  expect(inWords(takenBackSaid({ ...NOTHING, ...fields }))).toBe(words);
});

test("a change says from what to what", () => {
  const words = (change: Parameters<typeof waitingSaid>[0]) => inWords(waitingSaid(change));
  expect(words({ kind: "transaction-limit-up", from: "5", to: "9" })).toContain("from 5 to 9 USD");
  expect(words({ kind: "daily-limit-up", from: "5", to: "" })).toContain("limit of 5");
  expect(words({ kind: "allow-list-hold-down", from: "24", to: "1" })).toContain("1 hour instead of 24 hours");
});

test("a change is told ahead of its time, and once it was cancelled", () => {
  const change = { kind: "close-account", from: "", to: "GAB", memo: "5" } as const;
  const does = "Your account closes for good, and all that is in it goes to GAB, with the memo 5.";
  const at = Date.UTC(2026, 10, 23, 11, 49);
  expect(inWords(waitingSaid(change, { when: "ahead", at }))).toBe(`On Nov 23, 2026, 11:49 AM UTC: ${does}`);
  expect(inWords(waitingSaid(change, { when: "cancelled" }))).toBe(`Cancelled: ${does}`);
});

test.each([
  [0, "", ""],
  [1, "Sending pauses for 1 hour after this.", "Sending is paused for 1 hour."],
  [24, "Sending pauses for 24 hours after this.", "Sending is paused for 24 hours."],
  [null, "Sending pauses for some time after this.", "Sending is paused for some time."],
])("a pause of %s hours is said beforehand and afterwards", (hours, ahead, done) => {
  expect([pauseAheadSaid(hours), pausedSaid(hours)].map(inWords)).toEqual([ahead, done]);
});
