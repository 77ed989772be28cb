import { StrKey, xdr } from "@stellar/stellar-sdk";
import type { AssetWire, MuxedAccountWire, PublicKeyWire, SignerKeyWire } from "@stellar/stellar-sdk/xdr";
import { formatAmount } from "#schemas/values/money.ts";

export { formatAmount };

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

export function address(account: PublicKeyWire): string {
  return StrKey.encodeEd25519PublicKey(account.ed25519);
}

export function publicKey(text: string): PublicKeyWire {
  return { type: 0, ed25519: StrKey.decodeEd25519PublicKey(text) };
}

/** The plain address of a possibly muxed account, and the muxed form and id where it is one. */
export function muxed(account: MuxedAccountWire): { address: string; muxed?: string; id?: string } {
  if (account.type === 0) return { address: StrKey.encodeEd25519PublicKey(account.ed25519) };
  const { ed25519, id } = account.med25519;
  const idBytes = Buffer.alloc(8);
  idBytes.writeBigUInt64BE(id);
  return {
    address: StrKey.encodeEd25519PublicKey(ed25519),
    muxed: StrKey.encodeMed25519PublicKey(Buffer.concat([ed25519, idBytes])),
    id: String(id),
  };
}

/** `name`, and `name_muxed` and `name_muxed_id` where the account is muxed. */
export function muxedFields(name: string, account: MuxedAccountWire): Record<string, string> {
  const parts = muxed(account);
  return {
    [name]: parts.address,
    ...(parts.muxed !== undefined && { [`${name}_muxed`]: parts.muxed }),
    ...(parts.id !== undefined && { [`${name}_muxed_id`]: parts.id }),
  };
}

export interface AssetFields {
  readonly asset_type: string;
  readonly asset_code?: string;
  readonly asset_issuer?: string;
}

export function assetFields(asset: AssetWire): AssetFields {
  if (asset.type === 0) return { asset_type: "native" };
  const { assetCode, issuer } = asset.type === 1 ? asset.alphaNum4 : asset.alphaNum12;
  return {
    asset_type: asset.type === 1 ? "credit_alphanum4" : "credit_alphanum12",
    asset_code: codeText(assetCode),
    asset_issuer: address(issuer),
  };
}

/** The fields of an asset under names that start with `prefix`. */
export function prefixedAsset(prefix: string, asset: AssetWire): Record<string, string> {
  return Object.fromEntries(Object.entries(assetFields(asset)).map(([name, value]) => [`${prefix}${name}`, value]));
}

/** "native" or "CODE:ISSUER". */
export function assetText(asset: AssetWire): string {
  const { asset_code, asset_issuer } = assetFields(asset);
  return asset_code === undefined ? "native" : `${asset_code}:${asset_issuer ?? ""}`;
}

/** Reads an asset from its code and issuer; undefined where they make none. `size` is that of the code's field. */
export function assetOf(code: string, issuer: string, size = code.length <= 4 ? 4 : 12): AssetWire | undefined {
  if (!/^[a-zA-Z0-9]{1,12}$/.test(code) || !StrKey.isValidEd25519PublicKey(issuer)) return undefined;
  const assetCode = Buffer.alloc(size);
  assetCode.write(code, "ascii");
  const alphaNum = { assetCode, issuer: publicKey(issuer) };
  return size === 4 ? { type: 1, alphaNum4: alphaNum } : { type: 2, alphaNum12: alphaNum };
}

/** Reads "native" or "CODE:ISSUER". */
export function parseAsset(text: string): AssetWire | undefined {
  if (text === "native") return { type: 0 };
  const [code = "", issuer = "", ...rest] = text.split(":");
  return rest.length === 0 ? assetOf(code, issuer) : undefined;
}

function codeText(code: Uint8Array): string {
  return Buffer.from(code).toString("ascii").replace(/\0+$/, "");
}

/** A signer's key as a strkey, and what kind it is. */
export function signerText(key: SignerKeyWire): { readonly key: string; readonly type: string } {
  switch (key.type) {
    case 0:
      return { key: StrKey.encodeEd25519PublicKey(key.ed25519), type: "ed25519_public_key" };
    case 1:
      return { key: StrKey.encodePreAuthTx(key.preAuthTx), type: "preauth_tx" };
    case 2:
      return { key: StrKey.encodeSha256Hash(key.hashX), type: "sha256_hash" };
    case 3:
      return {
        key: StrKey.encodeSignedPayload(xdr.SignerKeyEd25519SignedPayload.schema.encode(key.ed25519SignedPayload)),
        type: "ed25519_signed_payload",
      };
  }
}

/** Seconds since 1970 as Horizon writes times. */
export function timeText(seconds: number | bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
}
