import { useAtomValue } from "jotai";
import { useEffect } from "react";
import type { Later } from "#pwa/ui/later.tsx";
import { closePalette, forgetPalette, openPalette, paletteAtom } from "./palette-open.ts";
import { isApple, opensPalette } from "./shortcut.ts";

interface PaletteHostProps {
  /** The palette with what it shows of the app, which comes when it is first asked for. */
  readonly Palette: Later<{ readonly isOpen: boolean; readonly onClose: () => void }>;
}

/** Hears the keys of the palette, as long as it stands, and shows it. */
export function PaletteHost({ Palette }: PaletteHostProps) {
  const state = useAtomValue(paletteAtom);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!opensPalette(event, isApple())) return;
      // Browsers put the focus into their own search field.
      event.preventDefault();
      if (event.repeat) return;
      if (state === "open") closePalette();
      else openPalette();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [state]);
  // Whoever signs in next, or unlocks, begins with it closed.
  useEffect(() => forgetPalette, []);
  return state === null ? null : <Palette isOpen={state === "open"} onClose={closePalette} />;
}
