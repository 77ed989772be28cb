import type { PanelName } from "./layout.ts";
import { panelId } from "./panel-words.ts";

/** About a second and a half: a panel's script may be on its way. */
const FRAMES = 90;

/** Does something to a part of a panel as soon as it is there: the panel may only just have been opened. */
export function whenThere(
  panel: PanelName,
  selector: string,
  act: (found: HTMLElement) => void,
  frames = FRAMES,
): void {
  const found = document.getElementById(panelId(panel))?.querySelector<HTMLElement>(selector);
  if (found) act(found);
  else if (frames > 0) requestAnimationFrame(() => whenThere(panel, selector, act, frames - 1));
}

/** Puts the focus on a part of a panel, and chooses what is typed in it. */
export function focusIn(panel: PanelName, selector: string): void {
  whenThere(panel, selector, (found) => {
    found.focus();
    if (found instanceof HTMLInputElement && found.type === "text") found.select();
  });
}
