import { expect, test } from "vitest";
import { isPublicAddress } from "./addresses.ts";

test.each([
  "127.0.0.1",
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "169.254.169.254",
  "172.31.255.255",
  "192.168.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "fe80::1",
  "fd00:ec2::254",
  "2001:db8::1",
  "2002:7f00:1::",
  "2001::1",
  "ff02::1",
  "example.org",
  "",
])("%s is not of the public internet", (address) => expect(isPublicAddress(address)).toBe(false));

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::6810:84e5", "2a00:1450:4001::200e"])(
  "%s is",
  (address) => expect(isPublicAddress(address)).toBe(true),
);
