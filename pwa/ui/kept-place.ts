import { useElementScrollRestoration } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";

/** How far down, in px, the page was when the person left it for the one they come back from; 0 on a first visit. */
export function useKeptPlace(): number {
  const entry = useElementScrollRestoration({ getElement: () => window });
  const [placePx] = useState(entry?.scrollY ?? 0);
  return placePx;
}

/**
 * Goes down to the kept place, once, as soon as the page is long enough, which a list is only when its rows are read; `isWhole`
 * says that there will be no more of them.
 */
export function useReturnTo(placePx: number, isWhole: boolean): void {
  const isDone = useRef(placePx === 0);
  useLayoutEffect(() => {
    if (isDone.current) return;
    const { scrollHeight, clientHeight } = document.documentElement;
    const reachesPx = scrollHeight - clientHeight;
    if (reachesPx < placePx && !isWhole) return;
    isDone.current = true;
    window.scrollTo(0, Math.min(placePx, reachesPx));
  });
}
