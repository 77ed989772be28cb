import { lastPriceOf } from "./wanted.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import { NATIVE } from "#server/platform/network/assets.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** USD for an XLM, as our markets guard it; null where no price of today is known. */
export async function guardedPrice(runtime: Runtime): Promise<string | null> {
  const known = await lastPriceOf(runtime, HOUSE_USER, NATIVE);
  const usd = known?.usd ?? null;
  return usd !== null && usd.at.getTime() > runtime.clock.now().getTime() - DAY_MS ? usd.price : null;
}
