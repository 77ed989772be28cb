import { lastPriceOf } from "./wanted.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import { type AssetName, assetKey, isNative, NATIVE } from "#server/platform/network/assets.ts";
import { priceCollection } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** USD for one of an asset, XLM or one that is listed, as our markets guard it; null where no price of today is known. */
export async function guardedPrice(runtime: Runtime, asset: AssetName = NATIVE): Promise<string | null> {
  if (!isNative(asset) && !(await isListed(runtime, asset))) return null;
  const known = await lastPriceOf(runtime, HOUSE_USER, asset);
  const usd = known?.usd ?? null;
  return usd !== null && usd.at.getTime() > runtime.clock.now().getTime() - DAY_MS ? usd.price : null;
}

/** Whether the house lists it: nothing else surely is what its name says. */
export async function isListed({ database }: Pick<Runtime, "database">, asset: AssetName): Promise<boolean> {
  const found = await priceCollection(database).findOne(
    { _id: assetKey(asset) },
    { projection: { _id: 0, isListed: 1 } },
  );
  return found?.isListed === true;
}
