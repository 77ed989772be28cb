import { type AssetName, assetKey, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import type { AccountState, StoredLine } from "./account.ts";

export function lineOf(account: AccountState, asset: AssetName): StoredLine | null {
  return account.lines.find((line) => isSameAsset(line, asset)) ?? null;
}

/**
 * Stroops of an asset that may be spent: what the account holds, less the network's reserve (XLM only), less what open
 * offers may take, less what payments under way keep back. Never negative.
 */
export function spendableOf(account: AccountState, asset: AssetName, reserved: ReadonlyMap<string, bigint>): bigint {
  const free = freeOf(account, asset, reserved);
  return free > 0n ? free : 0n;
}

/** The same, negative where more is bound than is there: what becomes free fills that up first. */
export function freeOf(account: AccountState, asset: AssetName, reserved: ReadonlyMap<string, bigint>): bigint {
  const held = isNative(asset) ? freeXlm(account) : freeOfLine(lineOf(account, asset));
  return held - (reserved.get(assetKey(isNative(asset) ? NATIVE : asset)) ?? 0n);
}

function freeXlm(account: AccountState): bigint {
  if (!account.exists) return 0n;
  return BigInt(account.balance) - BigInt(account.selling) - BigInt(account.reserves) * BASE_RESERVE_STROOPS;
}

function freeOfLine(line: StoredLine | null): bigint {
  return line?.isAuthorized ? BigInt(line.balance) - BigInt(line.selling) : 0n;
}
