/** A network of addresses: those whose first `prefix` bits are those of `value`. */
interface IpRange {
  readonly bits: 32 | 128;
  readonly value: bigint;
  readonly prefix: number;
}

type IpAddress = Omit<IpRange, "prefix">;

const DECIMAL = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const GROUPS = 8;
/** An IPv4 address within IPv6, as sockets that hear both tell it (RFC 4291, 2.5.5.2). */
const MAPPED = 0xffffn;

/** Whether a text names an address or, as 192.0.2.0/24 or 2001:db8::/32 (CIDR), a network. */
export function isIpRange(text: string): boolean {
  return readRange(text) !== null;
}

/** Whether an address is within one of these networks; one that cannot be read is in none. */
export function isWithinRanges(address: string, ranges: readonly string[]): boolean {
  const asked = readAddress(address);
  if (asked === null) return false;
  return ranges.some((text) => {
    const range = readRange(text);
    if (range === null || range.bits !== asked.bits) return false;
    const others = BigInt(range.bits - range.prefix);
    return range.value >> others === asked.value >> others;
  });
}

function readRange(text: string): IpRange | null {
  const [written = "", prefix, ...more] = text.split("/");
  const address = readAddress(written);
  if (address === null || more.length > 0) return null;
  if (prefix === undefined) return { ...address, prefix: address.bits };
  // Of a mapped address nobody could tell which of the two lengths is meant.
  if (!DECIMAL.test(prefix) || Number(prefix) > address.bits || (written.includes(":") && address.bits === 32))
    return null;
  return { ...address, prefix: Number(prefix) };
}

function readAddress(text: string): IpAddress | null {
  if (!text.includes(":")) {
    const value = readIpv4(text);
    return value === null ? null : { bits: 32, value };
  }
  const value = readIpv6(text);
  if (value === null) return null;
  return value >> 32n === MAPPED ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

function readIpv4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => DECIMAL.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function readIpv6(text: string): bigint | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [before, after] = [readGroups(halves[0] ?? ""), readGroups(halves[1] ?? "")];
  if (before === null || after === null) return null;
  const missing = GROUPS - before.length - after.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...before, ...Array.from({ length: missing }, () => 0n), ...after];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

/** Groups of 16 bits; the last two may be written as an IPv4 address. */
function readGroups(text: string): bigint[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const last = parts.at(-1) ?? "";
  const tail = last.includes(".") ? readIpv4(last) : undefined;
  if (tail === null) return null;
  const plain = tail === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => GROUP.test(part))) return null;
  const groups = plain.map((part) => BigInt(`0x${part}`));
  return tail === undefined ? groups : [...groups, tail >> 16n, tail & 0xffffn];
}
