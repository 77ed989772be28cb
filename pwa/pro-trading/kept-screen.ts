import * as v from "valibot";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { PairQuery } from "#schemas/market-data.ts";
import { DEFAULT_LAYOUT, Layout } from "./layout.ts";

const PREFIX = "astrolabe.pro:";

/** What this device keeps of a person's screen. What cannot be read is as on the first day, by itself. */
const KeptScreen = v.object({
  tabs: v.fallback(v.array(PairQuery), []),
  layout: v.fallback(Layout, DEFAULT_LAYOUT),
  hasHotkeys: v.fallback(v.boolean(), true),
});
export type KeptScreen = Readonly<v.InferOutput<typeof KeptScreen>>;

const FIRST: KeptScreen = { tabs: [], layout: DEFAULT_LAYOUT, hasHotkeys: true };

export function readKeptScreen(userId: number): KeptScreen {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), KeptScreen), readStored(`${PREFIX}${userId}`));
  return stored.success ? stored.output : FIRST;
}

export function keepScreen(userId: number, screen: KeptScreen): void {
  writeStored(`${PREFIX}${userId}`, JSON.stringify(screen));
}
