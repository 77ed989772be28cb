import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

const LEAST_PX = 64;

/**
 * How high a row of two lines is, in px, at the person's size of text: nearly all are, so that rows which were not seen yet are
 * rightly guessed. Draw `probe`, which nobody sees, somewhere in the list.
 */
export function useRowHeight(): { readonly rowPx: number; readonly probe: ReactNode } {
  const ref = useRef<HTMLDivElement>(null);
  const [rowPx, setRowPx] = useState(LEAST_PX);
  useLayoutEffect(() => {
    const { current } = ref;
    if (current === null) return undefined;
    const measure = () => setRowPx(Math.max(LEAST_PX, Math.ceil(current.getBoundingClientRect().height)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const probe = (
    <div ref={ref} aria-hidden="true" className="invisible absolute min-h-16 py-3 text-sm">
      <div>0</div>
      <div>0</div>
    </div>
  );
  return { rowPx, probe };
}
