import { expect, test } from "vitest";
import { isIpRange, isWithinRanges } from "./ip-ranges.ts";

test.each([
  "192.0.2.7",
  "192.0.2.0/24",
  "0.0.0.0/0",
  "2001:db8::/32",
  "::1",
  "2001:DB8:0:0:0:0:0:1/128",
  "::ffff:10.0.0.1",
])("%s names addresses", (text) => expect(isIpRange(text)).toBe(true));

test.each([
  "",
  "localhost",
  "192.0.2",
  "192.0.2.256",
  "192.0.2.01",
  "192.0.2.0/33",
  "192.0.2.0/",
  "192.0.2.0/24/1",
  "1::2::3",
  "2001:db8::/129",
  "fe80::1%eth0",
  "::ffff:10.0.0.0/96",
  ":::",
  "1:2:3:4:5:6:7:8:9",
  "12345::",
])("%s names none", (text) => expect(isIpRange(text)).toBe(false));

test.each<[string, string, boolean]>([
  ["192.0.2.7", "192.0.2.0/24", true],
  ["192.0.3.7", "192.0.2.0/24", false],
  ["192.0.2.7", "192.0.2.7", true],
  ["192.0.2.8", "192.0.2.7", false],
  ["10.1.2.3", "0.0.0.0/0", true],
  ["::ffff:192.0.2.7", "192.0.2.0/24", true],
  ["::ffff:c000:207", "192.0.2.0/24", true],
  ["192.0.2.7", "::/0", false],
  ["2001:db8:1::9", "2001:db8::/32", true],
  ["2001:db9::9", "2001:db8::/32", false],
  ["2001:db8::1", "2001:0db8:0:0::1", true],
  ["somewhere", "0.0.0.0/0", false],
])("%s within %s: %s", (address, range, isWithin) => {
  expect(isWithinRanges(address, [range])).toBe(isWithin);
  expect(isWithinRanges(address, ["198.51.100.1", range])).toBe(isWithin);
  expect(isWithinRanges(address, [])).toBe(false);
});
