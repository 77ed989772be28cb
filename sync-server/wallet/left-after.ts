import type { AccountState } from "#server/platform/ingest/account.ts";
import { freeOf, lineOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, assetKey, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import type { Reservations } from "#server/platform/submissions/reservations.ts";
import type { Portion } from "#server/platform/submissions/spending.ts";
import type { Hold } from "#server/platform/submissions/submission.ts";

/** What an account has of an asset, in stroops. */
export interface Left {
  readonly asset: AssetName;
  readonly balance: bigint;
  /** Without what the network's reserve and open offers bind. */
  readonly spendable: bigint;
}

/** Everything that is kept back, once per asset, in stroops. */
export function totalOf(holds: readonly Hold[]): { readonly asset: AssetName; readonly amount: bigint }[] {
  const sums = new Map<string, { readonly asset: AssetName; readonly amount: bigint }>();
  for (const { assetCode, issuer, amount } of holds) {
    const asset = { assetCode, issuer };
    const key = assetKey(asset);
    sums.set(key, { asset, amount: (sums.get(key)?.amount ?? 0n) + BigInt(amount) });
  }
  return [...sums.values()];
}

/** What an act does to what an account has; each asset as often as one likes. */
export interface Moves {
  readonly leaves: readonly Portion[];
  readonly comes: readonly Portion[];
  /** What it had, but could not spend until then. */
  readonly frees: readonly Portion[];
  /** Stroops of XLM that stay in it, but cannot be spent from then on. */
  readonly binds: bigint;
}

/**
 * What an account has once an act and those under way are through: of everything that the act moves, and of XLM. Every review tells
 * this; it is what the ledger then has, as long as the markets stay as they are and the network charges the fee that was told.
 */
export function leftAfter(
  account: AccountState,
  reserved: Reservations,
  { leaves, comes, frees, binds }: Moves,
): Left[] {
  const assets = [...leaves, ...comes, ...frees].map(({ asset }) => asset).filter((asset) => !isNative(asset));
  return unique([...assets, NATIVE]).map((asset) => {
    const held = isNative(asset) ? account.balance : (lineOf(account, asset)?.balance ?? "0");
    const moved = sumOf(comes, asset) - sumOf(leaves, asset);
    const spendable = freeOf(account, asset, reserved) + moved + sumOf(frees, asset) - (isNative(asset) ? binds : 0n);
    return {
      asset,
      balance: BigInt(held) - (reserved.get(assetKey(asset)) ?? 0n) + moved,
      spendable: spendable > 0n ? spendable : 0n,
    };
  });
}

function sumOf(portions: readonly Portion[], asset: AssetName): bigint {
  return portions.reduce((sum, portion) => (isSameAsset(portion.asset, asset) ? sum + portion.amount : sum), 0n);
}

function unique(assets: readonly AssetName[]): AssetName[] {
  return assets.filter((asset, place) => assets.findIndex((other) => isSameAsset(other, asset)) === place);
}
