import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from "react";

/** Draws what is shown into elements that it was opened over. */
export type Painter<Shown> = (shown: Shown) => void;

interface Painting<Root, Shown> {
  /** Stays the same function. Called with the element once React has made it. */
  readonly open: (root: Root) => Painter<Shown>;
  /** What is to be shown now. */
  readonly look: () => Shown;
  /** Stays the same function as long as what it tells of is the same. Calls back in a frame in which something is to be drawn. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * For figures that change many times a second: React makes the rows with their roles, names and focus and takes them away, and
 * what moves in them is written by a painter, without React. Answers with the `ref` of the element that is painted in; whoever wants other
 * rows gives that element another key.
 */
export function usePainter<Root extends Element, Shown>(painting: Painting<Root, Shown>): RefCallback<Root> {
  const { open, look, subscribe } = painting;
  const painter = useRef<Painter<Shown> | null>(null);
  const latest = useRef(look);
  const ref = useCallback(
    (root: Root | null) => {
      painter.current = root === null ? null : open(root);
    },
    [open],
  );
  // After each rendering something else may be looked at: what stayed is not written again.
  useLayoutEffect(() => {
    latest.current = look;
    painter.current?.(look());
  });
  useEffect(() => subscribe(() => painter.current?.(latest.current())), [subscribe]);
  return ref;
}
