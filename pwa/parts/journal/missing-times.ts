import type { MissingTime } from "#pwa/parts/history/movement.ts";
import type { Entry } from "./entries.ts";

/** Of an entry that tells of what is missing. */
export function missingTimeOf({ sinceMs, atMs }: Pick<Entry, "sinceMs" | "atMs">): MissingTime {
  return { sinceMs: sinceMs ?? atMs, untilMs: atMs };
}

/** All times of which movements are missing, the oldest first. */
export function missingTimes(pieces: readonly (readonly Entry[])[]): readonly MissingTime[] {
  return pieces.flatMap((piece) => piece.flatMap((entry) => (entry.kind === "missing" ? [missingTimeOf(entry)] : [])));
}
