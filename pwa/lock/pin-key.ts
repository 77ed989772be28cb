import { plural, t } from "@lingui/core/macro";
import { fromBase64, toBase64 } from "#pwa/platform/device/bytes.ts";
import { SealBroken } from "#pwa/platform/device/held-keys.ts";
import { randomBytes } from "#pwa/platform/device/random.ts";
import { westernDigits } from "#pwa/ui/western-digits.ts";
import type { PinMethod } from "./lock-record.ts";
import { unwrapSecret, wrapSecret } from "./wrap-secret.ts";

export const PIN_MIN_LENGTH = 6;
const SALT_BYTES = 16;
/** What a try shall cost on the device that made the PIN, within what is safe and what can be waited for elsewhere. */
const TRY_MS = 500;
const FEWEST_ITERATIONS = 600_000;
const MOST_ITERATIONS = 5_000_000;
const PROBE_ITERATIONS = 100_000;

/** Why a PIN will not do, in a sentence; null where it will. */
export function pinProblem(typed: string): string | null {
  const pin = westernDigits(typed);
  if (pin.length < PIN_MIN_LENGTH) {
    return plural(PIN_MIN_LENGTH, {
      one: "Use at least # digit or letter.",
      other: "Use at least # digits or letters.",
    });
  }
  if (/^(.)\1*$/u.test(pin) || isRun(pin)) return t`That is among the first that anybody would try. Choose another.`;
  return null;
}

/** 123456, 987654, abcdef. */
function isRun(pin: string): boolean {
  const steps = [...pin].slice(1).map((letter, at) => codeOf(letter) - codeOf(pin[at] ?? ""));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

/**
 * Wraps the secret with a PIN, with as much work in each try as this device does in half a second. Which keyboard its digits come
 * from makes no difference.
 */
export async function makePinMethod(typed: string, secret: Uint8Array<ArrayBuffer>): Promise<PinMethod> {
  const pin = westernDigits(typed);
  const salt = randomBytes(SALT_BYTES);
  const iterations = await calibrate();
  const key = await deriveKey(pin, salt, iterations);
  return {
    kind: "pin",
    salt: toBase64(salt),
    iterations,
    isNumeric: /^\d+$/.test(pin),
    wrapped: await wrapSecret(key, "pin", secret),
  };
}

/** Throws SealBroken where the PIN is wrong. */
export async function openByPin(
  typed: string,
  { salt, iterations, wrapped }: PinMethod,
): Promise<Uint8Array<ArrayBuffer>> {
  const open = async (pin: string) => unwrapSecret(await deriveKey(pin, fromBase64(salt), iterations), "pin", wrapped);
  const pin = westernDigits(typed);
  try {
    return await open(pin);
  } catch (error) {
    // Keys used to be derived from the digits as they were typed.
    if (pin === typed || !(error instanceof SealBroken)) throw error;
    return open(typed);
  }
}

async function calibrate(): Promise<number> {
  const beganMs = performance.now();
  await deriveKey("probe", randomBytes(SALT_BYTES), PROBE_ITERATIONS);
  const perMs = PROBE_ITERATIONS / Math.max(1, performance.now() - beganMs);
  return Math.round(Math.min(MOST_ITERATIONS, Math.max(FEWEST_ITERATIONS, perMs * TRY_MS)));
}

async function deriveKey(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin.normalize("NFKC")), "PBKDF2", false, [
    "deriveKey",
  ]);
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return crypto.subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
