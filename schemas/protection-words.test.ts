import { expect, test } from "vitest";
import { pauseAheadWords, pausedWords, takenBackWords, waitingWords } from "./protection-words.ts";

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
  [
    { orders: 1, standingOrders: 2, payments: 2 },
    "1 open order, 2 standing orders and 2 payments and trades that were not signed yet were taken back.",
  ],
])("%j", (fields, words) => {
  expect(takenBackWords({ ...NOTHING, ...fields })).toBe(words);
});

test("a change says from what to what", () => {
  expect(waitingWords({ kind: "transaction-limit-up", from: "5", to: "9" })).toContain("from 5 to 9 USD");
  expect(waitingWords({ kind: "daily-limit-up", from: "5", to: "" })).toContain("limit of 5");
  expect(waitingWords({ kind: "allow-list-hold-down", from: "24", to: "1" })).toContain("1 hour instead of 24 hours");
});

test.each([
  [0, "", ""],
  [1, "Sending pauses for 1 hour after this.", "Sending is paused for 1 hour."],
  [24, "Sending pauses for 24 hours after this.", "Sending is paused for 24 hours."],
  [null, "Sending pauses for some time after this.", "Sending is paused for some time."],
])("a pause of %s hours is said beforehand and afterwards", (hours, ahead, done) => {
  expect([pauseAheadWords(hours), pausedWords(hours)]).toEqual([ahead, done]);
});
