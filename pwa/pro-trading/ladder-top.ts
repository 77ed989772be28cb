import { atLeastOnce, topAround } from "./ladder.ts";

/** Which prices a ladder shows. */
export interface LadderTop {
  /** The highest of `rows` prices where the market is at `middle`, all in steps; null where there is no market and none were chosen. */
  at(middle: bigint | null, rows: number): bigint | null;
  /** Goes so many steps up from what was shown last, and stays there. */
  move(by: number): void;
  /** Follows the market again, from the middle on. */
  centre(): void;
  /** A price that is pointed at, or has the focus, must not become another one under the finger. */
  hold(isHeld: boolean): void;
  isMoved(): boolean;
}

export function openLadderTop(): LadderTop {
  /** Where a person has moved it; null while it follows the market. */
  let chosen: bigint | null = null;
  let shown: { readonly top: bigint; readonly rows: number } | null = null;
  let isHeld = false;
  return {
    at(middle, rows) {
      // With more or fewer rows the market is somewhere else in them.
      const former = shown?.rows === rows ? shown.top : null;
      const followed = middle === null ? null : topAround(middle, rows, former);
      const top = chosen ?? (isHeld ? former : null) ?? followed;
      if (top !== null) shown = { top, rows };
      return top;
    },
    move(by) {
      if (shown !== null) chosen = atLeastOnce(shown.top + BigInt(by), shown.rows);
    },
    centre() {
      chosen = null;
      shown = null;
    },
    hold(held) {
      isHeld = held;
    },
    isMoved: () => chosen !== null,
  };
}
