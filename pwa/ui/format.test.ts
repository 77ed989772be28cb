import { utcText } from "#schemas/values/instants.ts";
import { amountText, formatAmount } from "#schemas/values/money.ts";
import { describe, expect, test } from "vitest";
import {
  amountParts,
  formatAmountText,
  formatBalance,
  formatCurrency,
  formatCount,
  formatDate,
  formatRelativeTime,
  formatTimeLeft,
  formatUsdValue,
  shortenAddress,
} from "./format.ts";

describe("addresses", () => {
  test("keep the first 6 and last 4 characters", () => {
    expect(shortenAddress("GABCDEFGHIJKLMNOP")).toBe("GABCDE...MNOP");
  });
  test("of at most 10 characters stay whole", () => {
    expect(shortenAddress("GABCDEFGHI")).toBe("GABCDEFGHI");
    expect(shortenAddress("GABCDEFGHIJ")).toBe("GABCDE...GHIJ");
  });
});

describe("balances", () => {
  test.each([
    [null, "0.0000000"],
    [undefined, "0.0000000"],
    ["1,234.5", "1234.5"],
    ["12", "12"],
    ["abc", "0.0000000"],
    ["", "0.0000000"],
    [12.5, "12.5"],
    [{}, "0.0000000"],
    [true, "0.0000000"],
  ])("%j reads as %s", (input, output) => {
    expect(formatBalance(input)).toBe(output);
  });
});

describe("USD values", () => {
  test("multiply balance and price to 2 decimals", () => {
    expect(formatUsdValue("1,000.5", 0.1)).toBe("100.05");
  });
  test("lose no digit, and round half a cent up", () => {
    expect(formatUsdValue("922337203685.4775807", "1")).toBe("922337203685.48");
    expect(formatUsdValue("0.1", "0.05")).toBe("0.01");
    expect(formatUsdValue("0.0000001", "0.499999999999")).toBe("0.00");
    expect(formatUsdValue("1.005", "1")).toBe("1.01");
    expect(formatUsdValue("-1,000", "0.0125")).toBe("-12.50");
    expect(formatUsdValue("-0.001", 1)).toBe("0.00");
    expect(formatUsdValue(1e21, "1e-19")).toBe("100.00");
    expect(formatUsdValue("5.", ".5")).toBe("2.50");
  });
  test("are 0.00 when either is no number", () => {
    expect(formatUsdValue("abc", 1)).toBe("0.00");
    expect(formatUsdValue("1", "abc")).toBe("0.00");
    expect(formatUsdValue(null, 1)).toBe("0.00");
  });
});

describe("currency", () => {
  test("is en-US dollars with 2 decimals by default", () => {
    expect(formatCurrency(1234.5)).toBe("$1,234.50");
  });
  test("takes another currency", () => {
    expect(formatCurrency(2, "EUR")).toBe("€2.00");
  });
  test("survives one that is not known", () => {
    expect(formatCurrency(2, "not a currency")).toBe("2.00");
  });
});

describe("relative time", () => {
  const now = Date.UTC(2026, 0, 15, 12);
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;
  test.each([
    [0, "just now"],
    [59 * second, "just now"],
    [minute, "1 minute ago"],
    [59 * minute, "59 minutes ago"],
    [hour, "1 hour ago"],
    [23 * hour, "23 hours ago"],
    [day, "1 day ago"],
    [6 * day + 23 * hour, "6 days ago"],
  ])("%i ms old is %s", (age, words) => {
    expect(formatRelativeTime(now - age, now)).toBe(words);
  });
  test("from 7 days on it is a short date", () => {
    expect(formatRelativeTime(now - 7 * day, now)).toBe("Jan 8, 2026");
  });
});

describe("time that is left", () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  test.each([
    [0, "within a minute"],
    [59_999, "within a minute"],
    [minute, "in 1 minute"],
    [hour, "in 1 hour"],
    [23 * hour + 59 * minute + 59_000, "in 23 hours 59 minutes"],
    [day + 5 * minute, "in 1 day"],
    [2 * day + 3 * hour, "in 2 days 3 hours"],
  ])("of %i ms is %s", (left, words) => {
    expect(formatTimeLeft(1000 + left, 1000)).toBe(words);
  });
});

describe("dates", () => {
  const instant = new Date(2026, 2, 5, 14, 7).getTime();
  test("fill the tokens of a pattern", () => {
    expect(formatDate(instant, { pattern: "MMM dd, yyyy" })).toBe("Mar 05, 2026");
  });
  test("are short otherwise, with the time on demand", () => {
    expect(formatDate(instant)).toBe("Mar 5, 2026");
    expect(formatDate(instant, { withTime: true })).toMatch(/^Mar 5, 2026, 2:07\sPM$/);
  });
});

test("the hours around noon and midnight, and minutes below ten, read as on a clock", () => {
  const at = (hour: number, minute: number) => new Date(2026, 10, 21, hour, minute).getTime();
  const times = [at(0, 5), at(11, 59), at(12, 0), at(23, 30)].map((instant) => formatDate(instant, { withTime: true }));
  expect(times).toEqual([
    "Nov 21, 2026, 12:05 AM",
    "Nov 21, 2026, 11:59 AM",
    "Nov 21, 2026, 12:00 PM",
    "Nov 21, 2026, 11:30 PM",
  ]);
});

test("counts are grouped by thousands, as Intl groups them", () => {
  for (const count of [0, 7, 999, 1000, 45_678, 100_000, 1_234_567])
    expect(formatCount(count)).toBe(count.toLocaleString("en-US"));
  expect(formatCount(922_337_203_685n)).toBe("922,337,203,685");
});

describe("amounts", () => {
  test("are grouped and split before their trailing zeros", () => {
    expect(amountParts("1234567.5000000")).toEqual({ sign: "", whole: "1,234,567", decimals: "5", zeros: "000000" });
    expect(amountParts("10.0000000")).toEqual({ sign: "", whole: "10", decimals: "", zeros: "0000000" });
    expect(amountParts("-3")).toEqual({ sign: "-", whole: "3", decimals: "", zeros: "" });
  });
  test("keep every digit of the largest the ledger can hold", () => {
    expect(amountParts("922337203685.4775807").whole).toBe("922,337,203,685");
    expect(amountParts("922337203685.4775807").decimals).toBe("4775807");
  });
});

test("an amount in running text is grouped and ends with what counts", () => {
  expect(formatAmountText("9986.4999900")).toBe("9,986.49999");
  expect(formatAmountText("1000.0000000")).toBe("1,000");
});

test("what the server writes in sentences reads as what screens show", () => {
  for (const stroops of [
    0n,
    1n,
    10_000_000n,
    99_990_000_000n,
    21_721_500_000n,
    9_223_372_036_854_775_807n,
    -12_345_000_000n,
  ])
    expect(amountText(stroops)).toBe(formatAmountText(formatAmount(stroops)));
  for (const text of ["2026-11-23T11:49:00Z", "2026-01-05T00:05:00Z", "2026-07-01T12:00:00Z"]) {
    const at = new Date(text);
    const local = new Date(at.getTime() + at.getTimezoneOffset() * 60_000);
    expect(utcText(at)).toBe(`${formatDate(local.getTime(), { withTime: true })} UTC`);
  }
});
