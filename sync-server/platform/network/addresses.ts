import { extractBaseAddress, StrKey } from "@stellar/stellar-sdk";
import type { MuxedAccountWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";

/** Whether `text` is an account (G...) or muxed (M...) address with the right checksum. */
export function isNetworkAddress(text: string): boolean {
  return StrKey.isValidEd25519PublicKey(text) || StrKey.isValidMed25519PublicKey(text);
}

/** The account (G...) behind an address: a muxed one (M...) is an account with a number. */
export function accountOf(address: string): string {
  return address.startsWith("M") ? extractBaseAddress(address) : address;
}

/** The address of an XDR account id. */
export function addressOf(account: PublicKeyWire): string {
  return StrKey.encodeEd25519PublicKey(account.ed25519);
}

/** The XDR account id of an address (G...). */
export function accountIdOf(address: string) {
  return { type: 0, ed25519: StrKey.decodeEd25519PublicKey(address) } as const;
}

/** The address (G... or M...) of an XDR account that may be muxed. */
export function muxedAddressOf(account: MuxedAccountWire): string {
  if (account.type === 0) return StrKey.encodeEd25519PublicKey(account.ed25519);
  const payload = Buffer.alloc(40);
  payload.set(account.med25519.ed25519);
  payload.writeBigUInt64BE(account.med25519.id, 32);
  return StrKey.encodeMed25519PublicKey(payload);
}

/** The address (B...) of a claimable balance, whose id is its type in four bytes and a hash, in hex. */
export function balanceAddressOf(balanceId: string): string {
  // The address has one byte for the type.
  return StrKey.encodeClaimableBalance(Buffer.from(balanceId.slice(6), "hex"));
}
