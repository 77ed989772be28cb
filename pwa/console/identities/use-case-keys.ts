import { useEffect, useLayoutEffect, useRef } from "react";
import { focusedOf, isPageCovered, takesText } from "#pwa/parts/keys/keys.ts";
import { GO_WITHIN_MS } from "#pwa/console/desk/keys.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { type CaseCommand, hearOverCase } from "./look.ts";

/** Listens for the keys of a case, beside those of the console. Each that decides leads to its sheet first. */
export function useCaseKeys(run: (command: CaseCommand) => void): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    let goMs = -GO_WITHIN_MS;
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || isPageCovered() || takesText(focusedOf(target))) return;
      const command = hearOverCase(event, nowMs() - goMs <= GO_WITHIN_MS);
      goMs = event.key.toLowerCase() === "g" ? nowMs() : -GO_WITHIN_MS;
      if (command === null) return;
      event.preventDefault();
      latest.current(command);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
