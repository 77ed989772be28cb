import { poolOfKey } from "./asset-words.ts";
import type { Entry } from "./entries.ts";

/**
 * By how much each asset changed since a time, in wallet and pools together: what only went from one to the other is no change.
 * Pieces are in the order of time. Null where movements of that time are missing.
 */
export function movedSince(pieces: readonly (readonly Entry[])[], fromMs: number): ReadonlyMap<string, bigint> | null {
  const moved = new Map<string, bigint>();
  for (const piece of pieces.toReversed()) {
    const last = piece.at(-1);
    // Most of a long history is older.
    if (last === undefined) continue;
    if (last.atMs < fromMs) break;
    for (const { atMs, asset, kind, change, legs } of piece) {
      if (atMs < fromMs) continue;
      if (kind === "missing") return null;
      if (!isPoolMove(legs)) moved.set(asset, (moved.get(asset) ?? 0n) + change);
    }
  }
  return moved;
}

function isPoolMove(legs: readonly Entry[] | undefined): boolean {
  return legs?.some(({ asset }) => poolOfKey(asset) !== null) ?? false;
}
