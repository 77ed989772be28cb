import { createPublicKey, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { DecoratedSignatureWire, PublicKeyWire, SignerKeyWire, SignerWire } from "@stellar/stellar-sdk/xdr";
import type { AccountEntryWire } from "@stellar/stellar-sdk/xdr";
import { hex, sameBytes } from "./keys.ts";
import { sha256 } from "./transaction.ts";

const MAX_WEIGHT = 255;
const REMEMBERED = 20_000;
/** What precedes the 32 bytes of an ed25519 public key in its DER form. */
const DER_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** Matches the signatures of one envelope against signers, remembering which signatures were of use. */
export class SignatureChecker {
  readonly #hash: Uint8Array;
  readonly #signatures: readonly DecoratedSignatureWire[];
  readonly #used: boolean[];

  constructor(hash: Uint8Array, signatures: readonly DecoratedSignatureWire[]) {
    this.#hash = hash;
    this.#signatures = signatures;
    this.#used = signatures.map(() => false);
  }

  /**
   * Whether the signatures reach the needed weight; at least one signer must match even where that is zero.
   * Tried in stellar-core's order (pre-authorised, hash, key, signed payload), stopping as soon as it suffices.
   */
  reaches(signers: readonly SignerWire[], neededWeight: number): boolean {
    let weight = 0;
    for (const signer of signers) {
      if (signer.key.type !== 1 || !sameBytes(signer.key.preAuthTx, this.#hash)) continue;
      weight += Math.min(signer.weight, MAX_WEIGHT);
      if (weight >= neededWeight) return true;
    }
    for (const kind of [2, 0, 3] as const) {
      const open = signers.filter((signer) => signer.key.type === kind);
      for (const [index, signature] of this.#signatures.entries()) {
        const found = open.findIndex((signer) => this.#matches(signature, signer.key));
        const signer = open[found];
        if (!signer) continue;
        this.#used[index] = true;
        weight += Math.min(signer.weight, MAX_WEIGHT);
        if (weight >= neededWeight) return true;
        open.splice(found, 1);
      }
    }
    return false;
  }

  allUsed(): boolean {
    return this.#used.every(Boolean);
  }

  #matches({ hint, signature }: DecoratedSignatureWire, key: SignerKeyWire): boolean {
    switch (key.type) {
      case 0:
        return sameBytes(hint, tail(key.ed25519)) && isSignedBy(key.ed25519, signature, this.#hash);
      case 1:
        return false;
      case 2:
        return sameBytes(hint, tail(key.hashX)) && sameBytes(sha256(signature), key.hashX);
      case 3: {
        const { ed25519, payload } = key.ed25519SignedPayload;
        const payloadTail = tail(payload);
        const expected = tail(ed25519).map((byte, index) => byte ^ (payloadTail[index] ?? 0));
        return sameBytes(hint, expected) && isSignedBy(ed25519, signature, payload);
      }
    }
  }
}

/** The signers of an account, its own key first where that has weight. */
export function signersOf(account: AccountEntryWire): SignerWire[] {
  const own = account.thresholds[0] ?? 0;
  const master: SignerWire[] = own > 0 ? [masterSigner(account.accountId, own)] : [];
  return [...master, ...account.signers];
}

export function masterSigner(account: PublicKeyWire, weight: number): SignerWire {
  return { key: { type: 0, ed25519: account.ed25519 }, weight };
}

const keys = new Map<string, KeyObject>();
const verdicts = new Map<string, boolean>();

/** Checks an ed25519 signature; each is checked once although submission and application both ask. */
export function isSignedBy(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  const name = `${hex(publicKey)}${hex(signature)}${hex(message)}`;
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const verdict = check(publicKey, signature, message);
  remember(verdicts, name, verdict);
  return verdict;
}

function check(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  const name = hex(publicKey);
  let key = keys.get(name);
  if (!key) {
    key = createPublicKey({ key: Buffer.concat([DER_PREFIX, publicKey]), format: "der", type: "spki" });
    remember(keys, name, key);
  }
  return verify(null, message, key, signature);
}

function remember<T>(memory: Map<string, T>, name: string, value: T): void {
  if (memory.size >= REMEMBERED) {
    const oldest = memory.keys().next();
    if (!oldest.done) memory.delete(oldest.value);
  }
  memory.set(name, value);
}

/** The last four bytes (or all, zero-padded at the end), by which signatures name their signer. */
function tail(bytes: Uint8Array): Uint8Array {
  const hint = new Uint8Array(4);
  hint.set(bytes.subarray(Math.max(0, bytes.length - 4)));
  return hint;
}
