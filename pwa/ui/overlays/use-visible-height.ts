import { useSyncExternalStore } from "react";

/** What a keyboard on the screen takes at least, in px; the bars of a browser take less. */
const KEYBOARD_PX = 120;

/** How much of the window a keyboard on the screen leaves, in px; undefined while there is none. Browsers lay it over the page. */
export function useVisibleHeight(): number | undefined {
  return useSyncExternalStore(subscribe, visibleHeight);
}

function subscribe(notify: () => void): () => void {
  visualViewport?.addEventListener("resize", notify);
  return () => visualViewport?.removeEventListener("resize", notify);
}

function visibleHeight(): number | undefined {
  if (visualViewport === null) return undefined;
  // Whoever zooms in sees less of the page, too.
  const height = Math.round(visualViewport.height * visualViewport.scale);
  return innerHeight - height > KEYBOARD_PX ? height : undefined;
}
