import * as v from "valibot";
import { expect, test } from "vitest";
import { RepeatedPayment } from "#schemas/standing-payments.ts";
import { dayOf, emptyRepeat, readRepeat, type RepeatDraft } from "./repeat-draft.ts";

const NOW_MS = new Date("2027-03-10T15:30:00").getTime();
const WHAT = { to: "ana", asset: "XLM", amount: "5", memo: "", memoType: "text" } as const;

function read(fields: Partial<RepeatDraft>) {
  return readRepeat(WHAT, { ...emptyRepeat(NOW_MS), ...fields }, NOW_MS);
}

test("as it opens, it repeats every month from now on until it is cancelled", () => {
  const { payment } = read({});
  expect(v.parse(RepeatedPayment, payment)).toMatchObject({
    ...WHAT,
    every: "month",
    startsAt: null,
    times: null,
    expiresAt: null,
  });
});

test("a day that lies ahead is that day wherever this device is, and the last day is among the dates", () => {
  const { payment } = read({ first: "2027-03-31", ends: "on", last: "2027-03-31", every: "week" });
  expect(v.parse(RepeatedPayment, payment)).toMatchObject({ every: "week", times: null });
  expect(dayOf(Date.parse(payment?.startsAt ?? ""))).toBe("2027-03-31");
  expect(dayOf(Date.parse(payment?.expiresAt ?? ""))).toBe("2027-03-31");
  expect((payment?.startsAt ?? "9") < (payment?.expiresAt ?? "")).toBe(true);
});

test.each([
  [{ first: "2027-03-09" }, "first"],
  [{ first: "" }, "first"],
  [{ ends: "on", last: "" }, "last"],
  [{ ends: "on", first: "2027-04-01", last: "2027-03-31" }, "last"],
  [{ ends: "after", times: "0" }, "times"],
  [{ ends: "after", times: "521" }, "times"],
  [{ ends: "after", times: "1.5" }, "times"],
  [{ ends: "after", times: "" }, "times"],
] as const)("%j is told at its field", (fields, field) => {
  const { payment, problems } = read(fields);
  expect(payment).toBeNull();
  expect(Object.keys(problems ?? {})).toEqual([field]);
});

test("so many payments end it after them", () => {
  expect(read({ ends: "after", times: " 3 " }).payment).toMatchObject({ times: 3, expiresAt: null });
  expect(read({ ends: "after", times: "\u0661\u0662" }).payment).toMatchObject({ times: 12 });
});
