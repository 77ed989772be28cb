import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** The least height of a row, in px, and what is drawn once and unseen to find out how high a row is. */
const LEAST_PX = 64;

/**
 * How high a row of two lines is, in px, at the person's size of text. All rows are: what does not fit a line is cut, so that a
 * hundred thousand of them need no measuring. Draw `probe` somewhere in the list.
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
