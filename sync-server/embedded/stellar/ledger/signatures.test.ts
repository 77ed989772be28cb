import { createHash } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { isSignedBy } from "./signatures.ts";

/** The order of ed25519's base point. */
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const SEED = Buffer.alloc(32, 7);
const SOMEONE = Keypair.fromRawEd25519Seed(SEED);
const MESSAGE = Buffer.from("a message");

test("a signature counts for its key and its message only", () => {
  const signature = SOMEONE.sign(MESSAGE);
  expect(isSignedBy(SOMEONE.rawPublicKey(), signature, MESSAGE)).toBe(true);
  expect(isSignedBy(SOMEONE.rawPublicKey(), signature, Buffer.from("another message"))).toBe(false);
  expect(isSignedBy(Buffer.alloc(32, 2), signature, MESSAGE)).toBe(false);
  expect(isSignedBy(SOMEONE.rawPublicKey(), signature.subarray(0, 63), MESSAGE)).toBe(false);
});

test.each([
  ["one", `01${"00".repeat(31)}`],
  ["minus one", `ec${"ff".repeat(30)}7f`],
  ["one, beyond the prime", `ee${"ff".repeat(30)}7f`],
])("the key at y = %s has a small order and signs nothing, whatever fits the equation", (_name, y) => {
  // With R as the seed's point and S as its scalar, the equation holds for every message that multiplies the key to one.
  const forged = Buffer.concat([SOMEONE.rawPublicKey(), secretScalar()]);
  const fooled = Array.from({ length: 32 }, (_, index) => Buffer.of(index)).filter((message) =>
    isSignedBy(Buffer.from(y, "hex"), forged, message),
  );
  expect(fooled).toEqual([]);
});

/** The scalar behind the seed's public key, reduced. */
function secretScalar(): Buffer {
  const bytes = createHash("sha512").update(SEED).digest().subarray(0, 32);
  bytes[0] = (bytes[0] ?? 0) & 248;
  bytes[31] = ((bytes[31] ?? 0) & 127) | 64;
  const scalar = BigInt(`0x${Buffer.from(bytes.toReversed()).toString("hex")}`) % GROUP_ORDER;
  return Buffer.from(Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").toReversed());
}
