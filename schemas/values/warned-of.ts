import { KNOWN_BY, type KnownBy } from "./look-alike.ts";

/**
 * Whether one has to be warned of `other` before paying an address that is known in a lesser way, or in none. Whoever sends a little
 * from a look-alike becomes known by that: it lets them pass unwarned no more than before, and raises no alarm about whom one pays.
 */
export function isWarnedOf(other: KnownBy, target: KnownBy | null): boolean {
  return target === null || KNOWN_BY.indexOf(other) >= KNOWN_BY.indexOf(target);
}
