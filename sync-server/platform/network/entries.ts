import { StrKey } from "@stellar/stellar-sdk";
import type {
  AccountEntryWire,
  LedgerEntryDataWire,
  LedgerKeyWire,
  TrustLineEntryWire,
} from "@stellar/stellar-sdk/xdr";
import { addressOf } from "./addresses.ts";
import { type AssetName, assetNameOf } from "./assets.ts";

/** An account entry of the ledger, amounts in stroops. */
export interface LedgerAccount {
  readonly address: string;
  readonly balance: bigint;
  readonly sequence: bigint;
  readonly selling: bigint;
  readonly buying: bigint;
  /** Base reserves the account must hold: two of its own, its subentries, and what it sponsors less what others do for it. */
  readonly reserves: number;
  /** Whether lines to its assets need its consent before they hold any. */
  readonly isAuthorizationRequired: boolean;
  /** Whether it may take that consent back. */
  readonly isAuthorizationRevocable: boolean;
  /** Whether none of this can change any more. */
  readonly isImmutable: boolean;
  /** Whether it may take back what others hold of its assets, on lines made since that was set. */
  readonly isClawbackEnabled: boolean;
  /** As its owner set it, true or not; empty where it was not set. */
  readonly homeDomain: string;
  /** Who signs for it. */
  readonly signing: Signing;
}

/** The keys that sign for an account, and the weight that they need together. */
export interface Signing {
  /** Of every key (G...) that has one, the account's own among them. */
  readonly weights: ReadonlyMap<string, number>;
  readonly low: number;
  readonly medium: number;
  readonly high: number;
}

/** A trustline of the ledger, amounts in stroops. */
export interface LedgerLine extends AssetName {
  readonly address: string;
  readonly balance: bigint;
  readonly limit: bigint;
  readonly selling: bigint;
  readonly buying: bigint;
  readonly isAuthorized: boolean;
  /** Whether its issuer lets the account keep its offers, but trade and send no more of it. */
  readonly keepsOffers: boolean;
  /** Liquidity pools that the account has a share of and that hold this asset: until it has none, the line stays. */
  readonly pools: number;
}

export const BASE_RESERVE_STROOPS = 5_000_000n;
/** What a new account must be given: two of them. */
export const NEW_ACCOUNT_STROOPS = 2n * BASE_RESERVE_STROOPS;
const AUTHORIZED_FLAG = 1;
const KEEPS_OFFERS_FLAG = 2;
const AUTHORIZATION_REQUIRED_FLAG = 1;
const AUTHORIZATION_REVOCABLE_FLAG = 2;
const IMMUTABLE_FLAG = 4;
const CLAWBACK_FLAG = 8;

export function readAccount(entry: AccountEntryWire): LedgerAccount {
  const liabilities = entry.ext.v === 1 ? entry.ext.v1.liabilities : { selling: 0n, buying: 0n };
  const sponsoring = entry.ext.v === 1 && entry.ext.v1.ext.v === 2 ? entry.ext.v1.ext.v2 : null;
  return {
    address: addressOf(entry.accountId),
    balance: entry.balance,
    sequence: entry.seqNum,
    selling: liabilities.selling,
    buying: liabilities.buying,
    isAuthorizationRequired: (entry.flags & AUTHORIZATION_REQUIRED_FLAG) !== 0,
    reserves: 2 + entry.numSubEntries + (sponsoring ? sponsoring.numSponsoring - sponsoring.numSponsored : 0),
    isAuthorizationRevocable: (entry.flags & AUTHORIZATION_REVOCABLE_FLAG) !== 0,
    isImmutable: (entry.flags & IMMUTABLE_FLAG) !== 0,
    isClawbackEnabled: (entry.flags & CLAWBACK_FLAG) !== 0,
    homeDomain: entry.homeDomain.toString(),
    signing: readSigning(entry),
  };
}

function readSigning({ accountId, signers, thresholds }: AccountEntryWire): Signing {
  const [master = 0, low = 0, medium = 0, high = 0] = thresholds;
  const weights = new Map([[addressOf(accountId), master]]);
  for (const { key, weight } of signers)
    if (key.type === 0) weights.set(StrKey.encodeEd25519PublicKey(key.ed25519), weight);
  return { weights, low, medium, high };
}

/** Null for a line to pool shares. */
export function readLine(entry: TrustLineEntryWire): LedgerLine | null {
  const asset = assetNameOf(entry.asset);
  if (!asset) return null;
  const liabilities = entry.ext.v === 1 ? entry.ext.v1.liabilities : { selling: 0n, buying: 0n };
  return {
    ...asset,
    address: addressOf(entry.accountId),
    balance: entry.balance,
    limit: entry.limit,
    selling: liabilities.selling,
    buying: liabilities.buying,
    isAuthorized: (entry.flags & AUTHORIZED_FLAG) !== 0,
    keepsOffers: (entry.flags & KEEPS_OFFERS_FLAG) !== 0,
    pools: entry.ext.v === 1 && entry.ext.v1.ext.v === 2 ? entry.ext.v1.ext.v2.liquidityPoolUseCount : 0,
  };
}

/** An entry that holds money: an account or a trustline. */
export type Holding =
  | { readonly kind: "account"; readonly account: LedgerAccount }
  | { readonly kind: "line"; readonly line: LedgerLine };

export function readHolding(data: LedgerEntryDataWire): Holding | null {
  if (data.type === 0) return { kind: "account", account: readAccount(data.account) };
  if (data.type !== 1) return null;
  const line = readLine(data.trustLine);
  return line && { kind: "line", line };
}

/** Whose holding a key names, and of which asset; the asset of an account itself is null. */
export interface HoldingKey {
  readonly address: string;
  readonly asset: AssetName | null;
}

export function readHoldingKey(key: LedgerKeyWire): HoldingKey | null {
  if (key.type === 0) return { address: addressOf(key.account.accountId), asset: null };
  if (key.type !== 1) return null;
  const asset = assetNameOf(key.trustLine.asset);
  return asset && { address: addressOf(key.trustLine.accountId), asset };
}
