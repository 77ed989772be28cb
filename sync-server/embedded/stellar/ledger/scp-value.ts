import { Keypair } from "@stellar/stellar-sdk";
import type { StellarValueExtWire } from "@stellar/stellar-sdk/xdr";
import { sha256 } from "./transaction.ts";

/** Signs what a ledger agreed on: the hash of its transactions and its close time, in seconds since 1970. */
export type ValueSigner = (txSetHash: Uint8Array, closeTime: bigint) => StellarValueExtWire;

/** ENVELOPE_TYPE_SCPVALUE: what signatures of a value begin with, after the network. */
const SCP_VALUE = 4;

/** Signs as the network's only node, whose key follows from the network's id: each network has its own. */
export function valueSigner(networkId: Uint8Array): ValueSigner {
  const node = Keypair.fromRawEd25519Seed(Buffer.from(sha256(Buffer.from("node"), networkId)));
  const nodeId = { type: 0, ed25519: Uint8Array.from(node.rawPublicKey()) } as const;
  return (txSetHash, closeTime) => {
    const signature = Uint8Array.from(node.sign(signedBytes(networkId, txSetHash, closeTime)));
    return { v: 1, lcValueSignature: { nodeId, signature } };
  };
}

/** What the signature is over: network, kind, hash of the set, close time. */
export function signedBytes(networkId: Uint8Array, txSetHash: Uint8Array, closeTime: bigint): Buffer {
  const kind = Buffer.alloc(4);
  kind.writeInt32BE(SCP_VALUE);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(closeTime);
  return Buffer.concat([networkId, kind, txSetHash, time]);
}
