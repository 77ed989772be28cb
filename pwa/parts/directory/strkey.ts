import { ACCOUNT_PATTERN, MUXED_PATTERN } from "#schemas/values/fields.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Version bytes of SEP-23: the first letter of the text is their top five bits. */
const ACCOUNT_VERSION = 6 << 3;
const MUXED_VERSION = 12 << 3;
const KEY_BYTES = 32;

/**
 * Whether `text` is an account or muxed address whose checksum fits, so that a slip of the keyboard is caught before
 * anything leaves the device.
 */
export function isStellarAddress(text: string): boolean {
  if (ACCOUNT_PATTERN.test(text)) return payloadOf(text, ACCOUNT_VERSION) !== null;
  if (MUXED_PATTERN.test(text)) return payloadOf(text, MUXED_VERSION) !== null;
  return false;
}

/** The account (G...) that receives what is sent to `address`: itself, or the one inside a muxed address. */
export function accountOf(address: string): string {
  if (!MUXED_PATTERN.test(address)) return address;
  const payload = payloadOf(address, MUXED_VERSION);
  return payload === null ? address : encode(ACCOUNT_VERSION, payload.slice(0, KEY_BYTES));
}

/** Bytes between version and checksum, or null where version, checksum or padding do not fit. */
function payloadOf(text: string, version: number): Uint8Array | null {
  const bytes = decodeBase32(text);
  if (bytes === null || bytes.length < 4 || bytes[0] !== version) return null;
  const body = bytes.slice(0, -2);
  const checksum = checksumOf(body);
  const fits = bytes[bytes.length - 2] === (checksum & 0xff) && bytes[bytes.length - 1] === checksum >> 8;
  return fits ? body.slice(1) : null;
}

function encode(version: number, payload: Uint8Array): string {
  const body = Uint8Array.of(version, ...payload);
  const checksum = checksumOf(body);
  return encodeBase32(Uint8Array.of(...body, checksum & 0xff, checksum >> 8));
}

/** CRC-16/XMODEM, as SEP-23 asks. */
function checksumOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000) !== 0 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

function decodeBase32(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
    buffer &= (1 << bits) - 1;
  }
  // Left-over bits must be zero, or two texts would mean one address.
  return buffer === 0 ? Uint8Array.from(bytes) : null;
}

function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((buffer >> bits) & 31);
      buffer &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + ALPHABET.charAt((buffer << (5 - bits)) & 31) : text;
}
