import { type RefObject, useLayoutEffect, useState } from "react";

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

/**
 * Whether a frame has to take the keyboard's focus itself, so that arrows can move it: where its content is larger than
 * it is and nothing in there takes the focus (axe's scrollable-region-focusable).
 */
export function useIsScrollStop(frame: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): boolean {
  const [isStop, setStop] = useState(false);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const [outer, inner] = [frame.current, content.current];
      if (outer === null || inner === null) return;
      const overflows = outer.scrollHeight > outer.clientHeight || outer.scrollWidth > outer.clientWidth;
      setStop(overflows && inner.querySelector(FOCUSABLE) === null);
    });
    for (const { current } of [frame, content]) if (current !== null) observer.observe(current);
    return () => observer.disconnect();
  }, [frame, content]);
  return isStop;
}
