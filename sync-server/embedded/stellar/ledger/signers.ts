import type { AccountEntryWire, SignerKeyWire } from "@stellar/stellar-sdk/xdr";

export interface SignerPlace {
  readonly found: boolean;
  /** Where the signer is, or where it belongs: accounts keep their signers in order. */
  readonly index: number;
}

export function findSigner(account: AccountEntryWire, key: SignerKeyWire): SignerPlace {
  const index = account.signers.findIndex((signer) => compareSignerKeys(signer.key, key) >= 0);
  if (index < 0) return { found: false, index: account.signers.length };
  const signer = account.signers[index];
  return { found: signer !== undefined && compareSignerKeys(signer.key, key) === 0, index };
}

export function compareSignerKeys(left: SignerKeyWire, right: SignerKeyWire): number {
  if (left.type !== right.type) return left.type - right.type;
  const byKey = Buffer.compare(keyBytes(left), keyBytes(right));
  if (byKey !== 0 || left.type !== 3 || right.type !== 3) return byKey;
  return Buffer.compare(left.ed25519SignedPayload.payload, right.ed25519SignedPayload.payload);
}

function keyBytes(key: SignerKeyWire): Uint8Array {
  switch (key.type) {
    case 0:
      return key.ed25519;
    case 1:
      return key.preAuthTx;
    case 2:
      return key.hashX;
    case 3:
      return key.ed25519SignedPayload.ed25519;
  }
}
