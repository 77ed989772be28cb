import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { AssetFacts } from "#schemas/trustlines.ts";

const FACTS_KEY = "astrolabe.asset-facts";
const Kept = v.object({ userId: v.number(), readAtMs: v.number(), assets: v.array(AssetFacts) });
/** Storage is small and shared with the send draft: with more assets than this the rest is read when there is a connection. */
const MAX_KEPT = 200;

export interface KeptFacts {
  /** When the server told it. */
  readonly readAtMs: number;
  readonly assets: readonly AssetFacts[];
}

/** What this device was last told of the assets its user holds; another user's is removed. */
export function readKeptFacts(userId: number): KeptFacts | null {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(FACTS_KEY));
  if (stored.success && stored.output.userId === userId) return stored.output;
  removeStored(FACTS_KEY);
  return null;
}

export function keepFacts(userId: number, { readAtMs, assets }: KeptFacts): void {
  writeStored(FACTS_KEY, JSON.stringify({ userId, readAtMs, assets: assets.slice(0, MAX_KEPT) }));
}
