import type {
  AssetWire,
  LedgerEntryWire,
  LedgerKeyWire,
  PublicKeyWire,
  TrustLineAssetWire,
} from "@stellar/stellar-sdk/xdr";

/** Bytes as lower-case hex. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && Buffer.compare(left, right) === 0;
}

export function sameAccount(left: PublicKeyWire, right: PublicKeyWire): boolean {
  return sameBytes(left.ed25519, right.ed25519);
}

/** A text that is the same for equal assets only (pool shares included). */
export function assetId(asset: TrustLineAssetWire): string {
  switch (asset.type) {
    case 0:
      return "native";
    case 1:
      return `${hex(asset.alphaNum4.assetCode)}:${hex(asset.alphaNum4.issuer.ed25519)}`;
    case 2:
      return `${hex(asset.alphaNum12.assetCode)}:${hex(asset.alphaNum12.issuer.ed25519)}`;
    case 3:
      return `pool:${hex(asset.liquidityPoolId)}`;
  }
}

/** The asset that {@link assetId} named; pool shares have no way back. */
export function assetFromId(id: string): AssetWire {
  if (id === "native") return { type: 0 };
  const [code = "", issuer = ""] = id.split(":");
  const assetCode = Buffer.from(code, "hex");
  const alphaNum = { assetCode, issuer: { type: 0, ed25519: Buffer.from(issuer, "hex") } as const };
  return assetCode.length === 4 ? { type: 1, alphaNum4: alphaNum } : { type: 2, alphaNum12: alphaNum };
}

export function sameAsset(left: AssetWire, right: AssetWire): boolean {
  return left.type === right.type && assetId(left) === assetId(right);
}

export function accountKey(account: PublicKeyWire): string {
  return `a${hex(account.ed25519)}`;
}

export function trustlineKey(account: PublicKeyWire, asset: TrustLineAssetWire): string {
  return `t${hex(account.ed25519)}:${assetId(asset)}`;
}

export function offerKey(seller: PublicKeyWire, offerId: bigint): string {
  return `o${hex(seller.ed25519)}:${offerId}`;
}

export function dataKey(account: PublicKeyWire, name: Uint8Array): string {
  return `d${hex(account.ed25519)}:${hex(name)}`;
}

export function claimableBalanceKey(balanceId: Uint8Array): string {
  return `c${hex(balanceId)}`;
}

export function poolKey(poolId: Uint8Array): string {
  return `p${hex(poolId)}`;
}

/** The name under which the ledger keeps an entry; undefined for the kinds that only smart contracts have. */
export function keyOf(key: LedgerKeyWire): string | undefined {
  switch (key.type) {
    case 0:
      return accountKey(key.account.accountId);
    case 1:
      return trustlineKey(key.trustLine.accountId, key.trustLine.asset);
    case 2:
      return offerKey(key.offer.sellerId, key.offer.offerId);
    case 3:
      return dataKey(key.data.accountId, key.data.dataName.bytes);
    case 4:
      return claimableBalanceKey(key.claimableBalance.balanceId.v0);
    case 5:
      return poolKey(key.liquidityPool.liquidityPoolId);
    default:
      return undefined;
  }
}

/** The XDR key of an entry. */
export function ledgerKeyOf(entry: LedgerEntryWire): LedgerKeyWire {
  const { data } = entry;
  switch (data.type) {
    case 0:
      return { type: 0, account: { accountId: data.account.accountId } };
    case 1:
      return { type: 1, trustLine: { accountId: data.trustLine.accountId, asset: data.trustLine.asset } };
    case 2:
      return { type: 2, offer: { sellerId: data.offer.sellerId, offerId: data.offer.offerId } };
    case 3:
      return { type: 3, data: { accountId: data.data.accountId, dataName: data.data.dataName } };
    case 4:
      return { type: 4, claimableBalance: { balanceId: data.claimableBalance.balanceId } };
    case 5:
      return { type: 5, liquidityPool: { liquidityPoolId: data.liquidityPool.liquidityPoolId } };
    default:
      throw new Error(`ledger entries of type ${data.type} are not kept here`);
  }
}

export function entryKey(entry: LedgerEntryWire): string {
  const key = keyOf(ledgerKeyOf(entry));
  if (key === undefined) throw new Error("entry without a key");
  return key;
}

/** The account that an entry belongs to; claimable balances and pools belong to nobody. */
export function ownerOf({ data }: LedgerEntryWire): PublicKeyWire | undefined {
  switch (data.type) {
    case 0:
      return data.account.accountId;
    case 1:
      return data.trustLine.accountId;
    case 2:
      return data.offer.sellerId;
    case 3:
      return data.data.accountId;
    default:
      return undefined;
  }
}
