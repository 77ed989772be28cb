import { expect, test } from "vitest";
import { customerOf, networkOf } from "./network-of.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["0:0:0:0:0:FFFF:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ["nonsense", "nonsense"],
  ["", ""],
])("%s is of %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["2001:db8:1:2::9", "2001:db8:1::/48"],
  ["2001:db8:1:ffff::9", "2001:db8:1::/48"],
  ["192.0.2.7", null],
  ["::ffff:192.0.2.7", null],
])("the customer behind %s is %s", (address, customer) => {
  expect(customerOf(address)).toBe(customer);
});
