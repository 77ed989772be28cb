import { expect, test } from "vitest";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import type { PriceAlert } from "./alert-words.ts";
import { keptAlert, lostAlerts, lostAlertWords, takenBack } from "./lost-alerts.ts";

const USD = `USD-G${"A".repeat(55)}`;
const SET_AT = "2026-02-02T00:00:00.000Z";
const ALERT: PriceAlert = {
  uid: "a1",
  id: 7,
  base: "XLM",
  quote: USD,
  direction: "above",
  price: "0.4",
  repeats: false,
  atOnce: false,
  note: "",
  setAt: "2026-01-01T00:00:00.000Z",
  state: "waiting",
  toldAt: null,
  toldPrice: "",
  editedAt: {},
};
const AT = { collection: "price_alerts", uid: "a1" } as const;

function replaced(field: string, lost: string | boolean, won: string | boolean, atMs = 1000): LostEdit {
  return { kind: "replaced", ...AT, field, lost, won, atMs };
}

function only(lost: readonly LostEdit[], alerts: readonly PriceAlert[] = [ALERT]) {
  const [one, ...others] = lostAlerts(lost, alerts);
  expect(others).toEqual([]);
  if (one === undefined) throw new Error("nothing is told");
  return one;
}

test("all that one alert lost is told at once, as two alerts, and taken back at once as set anew", () => {
  const lost = only([replaced("price", "0.2", "0.4"), replaced("direction", "below", "above", 3000)]);
  expect(lostAlertWords(lost, ALERT)).toBe("“XLM / USD at or below 0.2” was replaced by “XLM / USD at or above 0.4”");
  expect(lost.atMs).toBe(3000);
  expect(takenBack(lost, SET_AT)).toEqual({ price: "0.2", direction: "below", setAt: SET_AT, atOnce: false });
});

test("a note is taken back without setting the alert anew", () => {
  const lost = only([replaced("note", "Buy a little", "")]);
  expect(lostAlertWords(lost, ALERT)).toBe(
    "Of “XLM / USD at or above 0.4”: the note “Buy a little” was replaced by no note",
  );
  expect(takenBack(lost, SET_AT)).toEqual({ note: "Buy a little" });
});

test("how often it tells is taken back as another alert", () => {
  const lost = only([replaced("repeats", true, false)]);
  expect(lostAlertWords(lost, ALERT)).toBe("Of “XLM / USD at or above 0.4”: told every time was replaced by told once");
  expect(takenBack(lost, SET_AT)).toEqual({ repeats: true, setAt: SET_AT, atOnce: false });
});

test("an alert that was removed elsewhere is put back as it was here, set anew", () => {
  const { uid: _, id: __, editedAt: ___, toldAt: ____, ...row } = ALERT;
  const lost = only([{ kind: "deleted", ...AT, row: { ...row, price: "0.2", atOnce: true }, atMs: 1000 }], []);
  expect(lostAlertWords(lost)).toBe(
    "“XLM / USD at or above 0.2” was removed on another device after you changed it here",
  );
  expect(keptAlert(lost, SET_AT)).toEqual({
    base: "XLM",
    quote: USD,
    direction: "above",
    price: "0.2",
    repeats: false,
    atOnce: false,
    note: "",
    setAt: SET_AT,
  });
});

test("an alert that came back says as what, and what is out of form is left out", () => {
  const returned = only([{ kind: "returned", ...AT, row: { price: "0.2" }, atMs: 1000 }]);
  expect(lostAlertWords(returned, ALERT)).toBe(
    "“XLM / USD at or above 0.4” was removed here and is back, because it was changed on another device",
  );
  expect(lostAlerts([{ kind: "deleted", ...AT, row: { price: "0.2" }, atMs: 1000 }], [])).toEqual([]);
  expect(lostAlerts([replaced("price", "much", "0.4")], [ALERT])).toEqual([]);
});
