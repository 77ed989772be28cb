import { atom, getDefaultStore } from "jotai";
import { isSheetHeld } from "#pwa/ui/open-sheets.ts";

/** Null until it was asked for; nothing of it is fetched before. */
export const paletteAtom = atom<"open" | "closed" | null>(null);

/** Opens the palette, unless a sheet is open that may not be closed now. */
export function openPalette(): void {
  if (!isSheetHeld()) show("open");
}

export function closePalette(): void {
  show("closed");
}

/** As if it had never been asked for. */
export function forgetPalette(): void {
  show(null);
}

function show(state: "open" | "closed" | null): void {
  getDefaultStore().set(paletteAtom, state);
}
