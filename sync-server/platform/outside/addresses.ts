import { BlockList, isIPv4, isIPv6 } from "node:net";

const PRIVATE = new BlockList();
const GLOBAL_V6 = new BlockList();

// Everything that IANA keeps from the public internet (RFC 6890 and what came since).
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");

// Of IPv6 only what is given out for the public is reached; addresses that carry an IPv4 one inside would get around the list.
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv6");

/** Whether a numeric address lies on the public internet, where nothing of our own network answers. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !PRIVATE.check(address, "ipv4");
  return isIPv6(address) && GLOBAL_V6.check(address, "ipv6") && !PRIVATE.check(address, "ipv6");
}
