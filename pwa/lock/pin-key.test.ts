import { expect, test } from "vitest";
import { toBase64 } from "#pwa/platform/device/bytes.ts";
import { SealBroken } from "#pwa/platform/device/held-keys.ts";
import { makePinMethod, openByPin, pinProblem } from "./pin-key.ts";
import { unwrapSecret, wrapSecret } from "./wrap-secret.ts";

test("what anybody would try first is refused", () => {
  for (const pin of ["", "12345", "111111", "123456", "987654", "abcdef"]) expect(pinProblem(pin), pin).not.toBeNull();
  for (const pin of ["290417", "tr0ub4dor", "112233"]) expect(pinProblem(pin), pin).toBeNull();
});

test("the PIN alone opens the secret, however its letters are composed", async () => {
  const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
  const method = await makePinMethod("Bär-29", secret);
  expect(method.iterations).toBeGreaterThanOrEqual(600_000);
  expect(JSON.stringify(method)).not.toContain("Bär");
  expect(await openByPin("Bär-29".normalize("NFD"), method)).toEqual(secret);
  await expect(openByPin("Bar-29", method)).rejects.toBeInstanceOf(SealBroken);
});

const EASTERN_PINS = ["\u0662\u0669\u0660\u0664\u0661\u0667", "\u06F2\u06F9\u06F0\u06F4\u06F1\u06F7"];

test("a PIN is the same on every keyboard that its digits are typed on", async () => {
  const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
  const [arabic = "", persian = ""] = EASTERN_PINS;
  const [western, eastern] = [await makePinMethod("290417", secret), await makePinMethod(arabic, secret)];
  expect(eastern.isNumeric).toBe(true);
  for (const pin of ["290417", arabic, persian]) {
    expect(await openByPin(pin, western)).toEqual(secret);
    expect(await openByPin(pin, eastern)).toEqual(secret);
  }
  await expect(openByPin(arabic.replace("\u0667", "\u0668"), western)).rejects.toBeInstanceOf(SealBroken);
  // As digits of several keyboards: 123456 and 333333.
  for (const pin of ["\u06612\u0663\u06F45\u0666", "3\u06633\u06F3\u06633"])
    expect(pinProblem(pin), pin).not.toBeNull();
});

test("a PIN whose key was derived from Arabic digits still opens, typed as it was", async () => {
  const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
  const [arabic = ""] = EASTERN_PINS;
  const [salt, iterations] = [Uint8Array.from({ length: 16 }, () => 3), 600_000];
  const base = await crypto.subtle.importKey("raw", new TextEncoder().encode(arabic), "PBKDF2", false, ["deriveKey"]);
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  const key = await crypto.subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  const wrapped = await wrapSecret(key, "pin", secret);
  const former = { kind: "pin", salt: toBase64(salt), iterations, isNumeric: false, wrapped } as const;
  expect(await openByPin(arabic, former)).toEqual(secret);
  await expect(openByPin(`${arabic}\u0661`, former)).rejects.toBeInstanceOf(SealBroken);
});

test("what was wrapped for one way to unlock is nothing for another", async () => {
  const secret = Uint8Array.from({ length: 32 }, () => 7);
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const wrapped = await wrapSecret(key, "pin", secret);
  expect(await unwrapSecret(key, "pin", wrapped)).toEqual(secret);
  await expect(unwrapSecret(key, "passkey", wrapped)).rejects.toBeInstanceOf(SealBroken);
  await expect(unwrapSecret(key, "pin", "no")).rejects.toBeInstanceOf(SealBroken);
});
