import { useEffect, useLayoutEffect, useRef } from "react";
import { focusedOf, isPageCovered, takesText } from "#pwa/parts/keys/keys.ts";
import { type Command, commandOf } from "./hotkeys.ts";
import { panelId } from "./panel-words.ts";
import { PANEL_NAMES } from "./layout.ts";

const PANELS = PANEL_NAMES.map((name) => `#${panelId(name)}`).join(",");

/** Listens for the screen's keys, as long as the component stands and they are on. */
export function useHotkeys(isOn: boolean, run: (command: Command) => void): void {
  const latest = useRef(run);
  // With what is drawn, not after it: a key pressed at once acts on what the screen shows.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const hear = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || isPageCovered()) return;
      if (takesText(focusedOf(target))) {
        // Out of the field, so that letters are commands again; the place on the page stays.
        if (event.key === "Escape") target.closest<HTMLElement>(PANELS)?.focus();
        return;
      }
      const command = commandOf(event);
      if (command === null) return;
      event.preventDefault();
      latest.current(command);
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [isOn]);
}
