import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { PairQuery } from "#schemas/market-data.ts";
import type { WatchedThing } from "./watched.ts";

const kept = keptText("astrolabe.favourite-pairs", v.array(v.string()), null);

/** The pairs that a former version of the app kept stars of on this device, whoever put them there. */
export function readFormerStars(): readonly WatchedThing[] {
  return (kept.read() ?? []).flatMap((key) => {
    const [base, quote] = key.split("/");
    const pair = v.safeParse(PairQuery, { base, quote });
    return pair.success ? [pair.output] : [];
  });
}

export function forgetFormerStars(): void {
  kept.drop();
}
