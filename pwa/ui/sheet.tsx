import { later } from "./later.tsx";

/** A sheet from the bottom on phones, a dialog in the middle elsewhere. Traps focus, closes on Escape and outside. */
export const Sheet = later(async () => (await import("./overlays/sheet-dialog.tsx")).SheetDialog);
