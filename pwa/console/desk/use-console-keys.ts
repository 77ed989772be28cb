import { useEffect, useLayoutEffect, useRef } from "react";
import { focusedOf, isPageCovered, takesText } from "#pwa/parts/keys/keys.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { type Command, hear } from "./keys.ts";

/** Listens for the console's keys. What is typed into a field, or pressed over a sheet, is not heard. */
export function useConsoleKeys(run: (command: Command) => void): void {
  const latest = useRef(run);
  // With what is drawn, not after it: a key pressed at once acts on what the screen shows.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    let goSinceMs: number | null = null;
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || isPageCovered()) return;
      if (takesText(focusedOf(target))) {
        if (event.key === "Escape") leaveField(event, target);
        return;
      }
      const heard = hear(event, goSinceMs, nowMs());
      goSinceMs = heard.goSinceMs;
      if (heard.command === null) return;
      event.preventDefault();
      latest.current(heard.command);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** Out of the field, so that letters are keys again. What is searched for stays: a browser empties such a field by itself. */
function leaveField(event: KeyboardEvent, field: HTMLElement): void {
  event.preventDefault();
  field.blur();
}

/** Moves the focus to the next line of the list, or the one before; answers with its row's number, null where there is none. */
export function walk(step: 1 | -1): number | null {
  const lines = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const now = lines.findIndex((line) => line === currentLine());
  const next = lines[now === -1 ? (step === 1 ? 0 : lines.length - 1) : now + step];
  if (next === undefined) return null;
  next.dataset["walked"] = "";
  next.addEventListener("blur", () => delete next.dataset["walked"], { once: true });
  next.focus();
  return Number(next.dataset["row"]);
}

/** Chooses the line that has the focus, or no longer. */
export function markLine(): void {
  currentLine()?.closest("[data-line]")?.querySelector<HTMLElement>("[data-mark]")?.click();
}

export function focusSearch(): void {
  document.querySelector<HTMLElement>("[data-console-search]")?.focus();
}

/** The line that has the focus, or else that of the open row. */
export function currentLine(): HTMLElement | null {
  const focused = document.activeElement?.closest("[data-line]")?.querySelector<HTMLElement>("[data-row]");
  return focused ?? document.querySelector<HTMLElement>("[data-row][aria-current]");
}
