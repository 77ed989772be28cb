/** A sheet that stands over the page. */
interface OpenSheet {
  readonly mayClose: boolean;
  readonly close: () => void;
}

const sheets = new Set<OpenSheet>();

/** Told by each sheet while it is open; answers with what it calls when it is gone. */
export function trackSheet(sheet: OpenSheet): () => void {
  sheets.add(sheet);
  return () => void sheets.delete(sheet);
}

/** Whether a sheet is open that may not be closed now: nothing shall come between it and the person. */
export function isSheetHeld(): boolean {
  return [...sheets].some(({ mayClose }) => !mayClose);
}

/** Closes what may be closed, as a person would who goes elsewhere. */
export function closeSheets(): void {
  for (const { mayClose, close } of [...sheets].toReversed()) if (mayClose) close();
}
