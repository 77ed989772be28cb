import { expect, test } from "vitest";
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

test("what was wrapped for one way to unlock is nothing for another", async () => {
  const secret = Uint8Array.from({ length: 32 }, () => 7);
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const wrapped = await wrapSecret(key, "pin", secret);
  expect(await unwrapSecret(key, "pin", wrapped)).toEqual(secret);
  await expect(unwrapSecret(key, "passkey", wrapped)).rejects.toBeInstanceOf(SealBroken);
  await expect(unwrapSecret(key, "pin", "no")).rejects.toBeInstanceOf(SealBroken);
});
