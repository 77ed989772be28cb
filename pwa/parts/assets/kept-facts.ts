import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { AssetFacts } from "#schemas/trustlines.ts";

const FACTS_KEY = "astrolabe.asset-facts";
const Kept = v.object({ readAtMs: v.number(), assets: v.array(AssetFacts) });
/** Storage is small and shared with the send draft: with more assets than this the rest is read when there is a connection. */
const MAX_KEPT = 200;

export interface KeptFacts {
  /** When the server told it. */
  readonly readAtMs: number;
  readonly assets: readonly AssetFacts[];
}

/** What this device was last told of the assets its user holds. */
export function readKeptFacts(userId: number): KeptFacts | null {
  return keptText(FACTS_KEY, Kept, userId).read();
}

export function keepFacts(userId: number, { readAtMs, assets }: KeptFacts): void {
  keptText(FACTS_KEY, Kept, userId).keep({ readAtMs, assets: assets.slice(0, MAX_KEPT) });
}
