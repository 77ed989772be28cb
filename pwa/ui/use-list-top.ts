import { type RefObject, useLayoutEffect, useState } from "react";

/** How far below the page's beginning an element begins, in px, kept up to date as what stands above it grows. */
export function useListTop(frame: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current !== null) setTop(frame.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [frame]);
  return top;
}
