import { AppError } from "#schemas/errors.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { Records } from "./account-records.ts";
import type { Wish } from "./wish.ts";

/**
 * Nobody buys more of what was taken off the list, or puts it into a pool. Whoever holds it sells it, cancels orders, and takes
 * their share out of a pool as before.
 */
export function delistedRefusals(
  { kind, steps, gives, takes }: Pick<Wish, "kind" | "steps" | "gives" | "takes">,
  { delisted }: Pick<Records, "delisted">,
): AppError[] {
  if (delisted.size === 0) return [];
  const isDeposit = steps.some(({ type }) => type === "pool_deposit");
  const gained = kind === "pool" ? (isDeposit ? gives : []) : takes;
  const [found] = gained.filter(({ asset }) => delisted.has(assetKey(asset)));
  return found ? [new AppError("asset-delisted", { assetCode: found.asset.assetCode })] : [];
}
