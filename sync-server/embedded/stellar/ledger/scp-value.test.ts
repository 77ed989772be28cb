import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { signedBytes, valueSigner } from "./scp-value.ts";
import { networkIdOf } from "./transaction.ts";

const NETWORK = networkIdOf("Standalone Network ; February 2017");

test("what is signed is what a real stellar-core signed in a ledger of this network", () => {
  const node = Keypair.fromPublicKey("GCTI6HMWRH2QGMFKWVU5M5ZSOTKL7P7JAHZDMJJBKDHGWTEC4CJ7O3DU");
  const signature =
    "38e5115180062f6ed880651e254e71ede535f4960f7cad5e4e9e0440bc8c6c31c90fe23f9761900195c41606775d5e371d24ed43116c47455447b2465ba34b0c";
  const txSetHash = Buffer.from("b6b015d86f7b2b79a3be3c3aaec4006480e861c93c49572880087b72116b0e0f", "hex");
  expect(node.verify(signedBytes(NETWORK, txSetHash, 1_795_367_380n), Buffer.from(signature, "hex"))).toBe(true);
});

test("a network's node signs as one key, which another network's has not", () => {
  const txSetHash = new Uint8Array(32).fill(7);
  const value = valueSigner(NETWORK)(txSetHash, 5n);
  if (value.v !== 1) throw new Error("not signed");
  const { nodeId, signature } = value.lcValueSignature;
  const node = new Keypair({ type: "ed25519", publicKey: Buffer.from(nodeId.ed25519) });
  expect(node.verify(signedBytes(NETWORK, txSetHash, 5n), Buffer.from(signature))).toBe(true);
  const other = valueSigner(networkIdOf("another"))(txSetHash, 5n);
  expect(other).not.toEqual(value);
});
