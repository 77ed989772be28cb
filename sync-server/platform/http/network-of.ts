import { isIPv4, isIPv6 } from "node:net";

const GROUPS = 8;
/** An IPv6 connection is given a network of 64 bits and more, within which it takes addresses as it likes. */
const OWN_GROUPS = 4;
/** What a provider gives one customer at most, as a rule: 48 bits. */
const CUSTOMER_GROUPS = 3;

/**
 * Whose an address is, as far as limits are concerned: an IPv4 address, or the /64 of an IPv6 address. What is no address
 * stands for itself, so that nobody is left uncounted.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  return groups === null ? unmapped(address) : `${textOf(groups, OWN_GROUPS)}::/64`;
}

/** The /48 around an IPv6 address, of whose 65,536 networks one customer may have all; null for anything else. */
export function customerOf(address: string): string | null {
  const groups = groupsOf(address);
  return groups && `${textOf(groups, CUSTOMER_GROUPS)}::/48`;
}

function textOf(groups: readonly number[], count: number): string {
  return groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
}

/** The IPv4 address in an IPv6 one that stands for it (`::ffff:192.0.2.1`), or the address as it is. */
function unmapped(address: string): string {
  const plain = withoutZone(address);
  if (!isIPv6(plain)) return plain;
  const [high = 0, low = 0] = expand(plain).slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** The eight groups of an IPv6 address; null for one that stands for an IPv4 address, and for anything else. */
function groupsOf(address: string): readonly number[] | null {
  const plain = withoutZone(address);
  if (!isIPv6(plain)) return null;
  const groups = expand(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? null : groups;
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}

function expand(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const [before, after] = [readGroups(head), tail === undefined ? [] : readGroups(tail)];
  const missing = GROUPS - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

function readGroups(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((part) => {
    if (!isIPv4(part)) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
