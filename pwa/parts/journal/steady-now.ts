import { useNow } from "#pwa/ui/now.ts";

/** A curve moves on by itself as often as this. */
const MOVE_ON_MS = 5 * 60_000;

/** The time, in steps: what is drawn of a long history is not drawn anew every half minute. */
export function useSteadyNow(): number {
  return Math.floor(useNow() / MOVE_ON_MS) * MOVE_ON_MS;
}
