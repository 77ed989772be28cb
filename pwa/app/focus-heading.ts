import type { AppRouter } from "./router.tsx";

/** A screen that is fetched first, or that waits for its rows, has its heading some frames later. */
const FRAMES = 120;

/**
 * After a change of screen the focus goes to its heading, where reading begins (WCAG 2.2, 2.4.3); what the screen itself, or a
 * person, has focused meanwhile keeps it. Answers with the way to end that.
 */
export function focusHeadings(router: AppRouter): () => void {
  let frame = 0;
  const unsubscribe = router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
    cancelAnimationFrame(frame);
    // The first page is read from its beginning.
    if (fromLocation === undefined || !pathChanged) return;
    const left = document.activeElement;
    const look = (frames: number) => {
      const focused = document.activeElement;
      if (focused !== left && focused !== document.body) return;
      const heading = document.querySelector<HTMLElement>("main h1");
      if (heading === null) {
        if (frames > 0) frame = requestAnimationFrame(() => look(frames - 1));
        return;
      }
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    frame = requestAnimationFrame(() => look(FRAMES));
  });
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
}
