import type {
  AssetWire,
  LedgerEntryWire,
  LiabilitiesWire,
  PublicKeyWire,
  TrustLineEntryExtensionV2Wire,
  TrustLineEntryWire,
} from "@stellar/stellar-sdk/xdr";
import { isIssuer } from "./assets.ts";
import { trustlineKey } from "./keys.ts";
import { INT64_MAX, LINE_AUTH_FLAGS, LineFlag, addWithin } from "./limits.ts";
import type { LedgerState } from "./state.ts";

const NO_LIABILITIES: LiabilitiesWire = { buying: 0n, selling: 0n };

/** How an account holds a credit asset: as its issuer (without bound) or through a trust line. */
export type Line = { readonly kind: "issuer" } | { readonly kind: "trust"; readonly entry: TrustLineEntryWire };

export function trustLineIn(entry: LedgerEntryWire | undefined): TrustLineEntryWire | undefined {
  return entry?.data.type === 1 ? entry.data.trustLine : undefined;
}

/** The account's line for a credit asset, to be changed in place; undefined where there is none. */
export function loadLine(state: LedgerState, account: PublicKeyWire, asset: AssetWire): Line | undefined {
  if (isIssuer(account, asset)) return { kind: "issuer" };
  const entry = trustLineIn(state.load(trustlineKey(account, asset)));
  return entry && { kind: "trust", entry };
}

export function peekLine(state: LedgerState, account: PublicKeyWire, asset: AssetWire): Line | undefined {
  if (isIssuer(account, asset)) return { kind: "issuer" };
  const entry = trustLineIn(state.peek(trustlineKey(account, asset)));
  return entry && { kind: "trust", entry };
}

export function isLineAuthorized(line: Line): boolean {
  return line.kind === "issuer" || (line.entry.flags & LineFlag.authorized) !== 0;
}

/** Whether the line may at least keep the offers it has. */
export function mayMaintainLiabilities(entry: TrustLineEntryWire): boolean {
  return entry.asset.type === 3 || (entry.flags & LINE_AUTH_FLAGS) !== 0;
}

export function lineBalance(line: Line): bigint {
  return line.kind === "issuer" ? INT64_MAX : line.entry.balance;
}

export function lineAvailable(line: Line): bigint {
  if (line.kind === "issuer") return INT64_MAX;
  return line.entry.balance - lineLiabilities(line.entry).selling;
}

export function lineReceivable(line: Line): bigint {
  if (line.kind === "issuer") return INT64_MAX;
  return line.entry.limit - line.entry.balance - lineLiabilities(line.entry).buying;
}

/** Changes the balance of a line; false (and no change) where limit or liabilities forbid it. */
export function addToLine(line: Line, delta: bigint): boolean {
  if (line.kind === "issuer" || delta === 0n) return true;
  if (!mayMaintainLiabilities(line.entry)) throw new Error("balance change on an unauthorized trust line");
  return addToTrustLine(line.entry, delta);
}

/** As {@link addToLine} but whatever the authorization: clawbacks need it. */
export function addToTrustLine(entry: TrustLineEntryWire, delta: bigint): boolean {
  const balance = addWithin(entry.balance, delta, entry.limit);
  if (balance === undefined) return false;
  const liabilities = lineLiabilities(entry);
  if (balance < liabilities.selling || balance > entry.limit - liabilities.buying) return false;
  entry.balance = balance;
  return true;
}

export function lineLiabilities(entry: TrustLineEntryWire): LiabilitiesWire {
  return entry.ext.v === 1 ? entry.ext.v1.liabilities : NO_LIABILITIES;
}

export function addLineBuyingLiabilities(line: Line, delta: bigint): boolean {
  if (line.kind === "issuer" || delta === 0n) return true;
  const { entry } = line;
  if (!mayMaintainLiabilities(entry)) throw new Error("liabilities on an unauthorized trust line");
  const buying = addWithin(lineLiabilities(entry).buying, delta, entry.limit - entry.balance);
  if (buying === undefined) return false;
  prepareLineLiabilities(entry).buying = buying;
  return true;
}

export function addLineSellingLiabilities(line: Line, delta: bigint): boolean {
  if (line.kind === "issuer" || delta === 0n) return true;
  const { entry } = line;
  if (!mayMaintainLiabilities(entry)) throw new Error("liabilities on an unauthorized trust line");
  const selling = addWithin(lineLiabilities(entry).selling, delta, entry.balance);
  if (selling === undefined) return false;
  prepareLineLiabilities(entry).selling = selling;
  return true;
}

/** How many pools the line's owner takes part in with this asset. */
export function poolUseCount(entry: TrustLineEntryWire): number {
  return entry.ext.v === 1 && entry.ext.v1.ext.v === 2 ? entry.ext.v1.ext.v2.liquidityPoolUseCount : 0;
}

export function preparePoolUse(entry: TrustLineEntryWire): TrustLineEntryExtensionV2Wire {
  prepareLineLiabilities(entry);
  if (entry.ext.v === 0) throw new Error("trust line extension missing");
  const { v1 } = entry.ext;
  if (v1.ext.v === 0) v1.ext = { v: 2, v2: { liquidityPoolUseCount: 0, ext: { v: 0 } } };
  return v1.ext.v2;
}

function prepareLineLiabilities(entry: TrustLineEntryWire): LiabilitiesWire {
  if (entry.ext.v === 0) entry.ext = { v: 1, v1: { liabilities: { ...NO_LIABILITIES }, ext: { v: 0 } } };
  return entry.ext.v1.liabilities;
}
