import { t } from "@lingui/core/macro";
import type { Whole } from "./whole.ts";
import { formatSeries } from "#pwa/ui/format.ts";

/** What is not in the total, a sentence each; empty where it is all there. */
export function uncountedWords({ uncounted, uncountedPools }: Pick<Whole, "uncounted" | "uncountedPools">): string[] {
  const codes = formatSeries(uncounted);
  const pools = formatSeries(uncountedPools);
  return [
    ...(codes === "" ? [] : [t`${codes} not counted: no price is known.`]),
    ...(pools === "" ? [] : [t`Money in pools not counted (${pools}): what they hold is not known here now.`]),
  ];
}
