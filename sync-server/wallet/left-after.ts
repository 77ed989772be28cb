import type { AccountState } from "#server/platform/ingest/account.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, assetKey, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import type { Reservations } from "#server/platform/submissions/reservations.ts";
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

/**
 * What is left of the asset, and of XLM, once this payment and those under way are through. `holds` is what leaves the
 * account; `reserve` (stroops of XLM) stays in it, but cannot be spent.
 */
export function leftAfter(
  account: AccountState,
  asset: AssetName,
  holds: readonly Hold[],
  reserved: Reservations,
  reserve: bigint,
): Left[] {
  const assets = isNative(asset) ? [NATIVE] : [asset, NATIVE];
  const totals = totalOf(holds);
  return assets.map((one) => {
    const taken = totals.find((total) => isSameAsset(total.asset, one))?.amount ?? 0n;
    const held = isNative(one) ? account.balance : (lineOf(account, one)?.balance ?? "0");
    return {
      asset: one,
      balance: BigInt(held) - (reserved.get(assetKey(one)) ?? 0n) - taken,
      spendable: spendableOf(account, one, reserved) - taken - (isNative(one) ? reserve : 0n),
    };
  });
}
