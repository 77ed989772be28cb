import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** Bytes of a seed: as many as SHA-1 puts out (RFC 4226, section 4). */
export const SEED_BYTES = 20;
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Periods by which the person's clock may be off, each way. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 16;
/** Without letters and digits that look alike. */
const RECOVERY_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

function generator(seed: Buffer, username = ""): TOTP {
  // A copy: what the library holds must not be the buffer that is wiped.
  const secret = new Secret({ buffer: Uint8Array.from(seed).buffer });
  return new TOTP({ issuer: "Astrolabe", label: username, period: PERIOD_SECONDS, digits: DIGITS, secret });
}

/** The `otpauth:` URI for a QR code, and the same secret to type in. */
export function setupOf(seed: Buffer, username: string): { readonly uri: string; readonly secret: string } {
  const totp = generator(seed, username);
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

/** The 30-second step whose code this is (RFC 6238), or null when it is none of the present or its neighbours. */
export function stepOfCode(seed: Buffer, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = generator(seed).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** The code of this moment. */
export function codeAt(seed: Buffer, now: Date): string {
  return generator(seed).generate({ timestamp: now.getTime() });
}

/** Ten codes of 80 bits. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(""),
  );
}

/** As stored. The codes are random enough that a plain digest cannot be searched. */
export function digestOfCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

/** In groups of four, as a person writes it down. */
export function grouped(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, "$1-");
}
