import { t } from "@lingui/core/macro";
import type { Whole } from "./whole.ts";

/** What is not in the total, a sentence each; empty where it is all there. */
export function uncountedWords({ uncounted, uncountedPools }: Pick<Whole, "uncounted" | "uncountedPools">): string[] {
  return [
    ...(uncounted.length === 0 ? [] : [t`${uncounted.join(", ")} not counted: no price is known.`]),
    ...(uncountedPools.length === 0
      ? []
      : [t`Money in pools not counted (${uncountedPools.join(", ")}): what they hold is not known here now.`]),
  ];
}
