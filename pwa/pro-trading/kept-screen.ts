import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
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
  return keptText(`${PREFIX}${userId}`, KeptScreen, null).read() ?? FIRST;
}

export function keepScreen(userId: number, screen: KeptScreen): void {
  keptText(`${PREFIX}${userId}`, KeptScreen, null).keep(screen);
}
