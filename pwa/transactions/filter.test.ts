import { expect, test } from "vitest";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import {
  isFiltering,
  makeMatcher,
  NO_FILTER,
  readFilter,
  startOfDay,
  writeFilter,
  type TransactionFilter,
} from "./filter.ts";

const context = { ownAddress: "GME", nameOf: (address: string) => (address === "GANA" ? "Ana Díaz" : null) };
const shows = (filter: Partial<TransactionFilter>, row = aRow()) =>
  makeMatcher({ ...NO_FILTER, ...filter }, context)(row);

test("no filter shows everything", () => {
  expect(shows({})).toBe(true);
  expect(isFiltering(NO_FILTER)).toBe(false);
});

test("type and asset are exact", () => {
  expect(shows({ type: "receive" })).toBe(true);
  expect(shows({ type: "send" })).toBe(false);
  expect(shows({ asset: "XLM" })).toBe(true);
  expect(shows({ asset: "XLM" }, aRow({ assetCode: "XLM", issuer: "GFAKE" }))).toBe(false);
  expect(shows({ asset: "USDC-GISS" }, aRow({ assetCode: "USDC", issuer: "GISS" }))).toBe(true);
});

test("an exchange is of both of its assets", () => {
  const other = { asset: "USDC-GISS", amount: "24.1000000", isIncoming: true };
  const row = aRow({ type: "swap", from: "GME", to: "", event: { act: "exchanged", other } });
  expect(shows({ asset: "XLM" }, row)).toBe(true);
  expect(shows({ asset: "USDC-GISS" }, row)).toBe(true);
  expect(shows({ asset: "EURC-GISS" }, row)).toBe(false);
});

test("what is missing is of every asset, and of every day that it reaches into", () => {
  const event = { act: "missing", since: "2026-05-02T12:00:00.000Z" } as const;
  const row = aRow({ type: "missing", from: "", to: "", event, timestamp: "2026-05-06T12:00:00.000Z" });
  expect(shows({ asset: "USDC-GISS" }, row)).toBe(true);
  expect(shows({ from: "2026-05-03", to: "2026-05-04" }, row)).toBe(true);
  expect(shows({ to: "2026-05-01" }, row)).toBe(false);
  expect(shows({ from: "2026-05-08" }, row)).toBe(false);
});

test("a user without a contact is found by the username", () => {
  expect(shows({ who: "BEN" }, aRow({ from: "GX", partyName: "ben" }))).toBe(true);
  expect(shows({ who: "ben" }, aRow({ from: "GX" }))).toBe(false);
});

test("the counterparty is found by contact name and by part of the address", () => {
  expect(shows({ who: " ana d" })).toBe(true);
  expect(shows({ who: "gan" })).toBe(true);
  expect(shows({ who: "GME" })).toBe(false);
  expect(shows({ who: "bob" })).toBe(false);
});

test("memo and hash are searched", () => {
  expect(shows({ text: "ABAB" })).toBe(true);
  expect(shows({ text: "rent" }, aRow({ memo: "Rent May" }))).toBe(true);
  expect(shows({ text: "rent" })).toBe(false);
});

test("days are whole local days, both ends included", () => {
  const day = "2026-05-01";
  const first = aRow({ timestamp: startOfDay(day) });
  const last = aRow({ timestamp: new Date(Date.parse(startOfDay(day, 1)) - 1).toISOString() });
  const next = aRow({ timestamp: startOfDay(day, 1) });
  expect([first, last, next].map((row) => shows({ from: day, to: day }, row))).toEqual([true, true, false]);
});

test("the page's address keeps a filter, and nonsense in it is ignored", () => {
  const filter: TransactionFilter = { ...NO_FILTER, type: "send", text: "123", from: "2026-05-01" };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(readFilter({ text: 123 })).toEqual({ ...NO_FILTER, text: "123" });
  expect(readFilter({ type: "hack", from: "yesterday", to: {}, who: ["x"] })).toEqual(NO_FILTER);
  expect(writeFilter(NO_FILTER)).toEqual({});
});
