/** A sheet that stands over the page. */
interface OpenSheet {
  readonly mayClose: boolean;
  readonly close: () => void;
}

const sheets = new Set<OpenSheet>();
let covers = 0;

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

/** Told by what opens over sheets; answers with what it calls when it is gone. */
export function coverSheets(): () => void {
  covers += 1;
  return () => {
    covers -= 1;
  };
}

/** Whether something is open over the sheets, whose keys are not theirs. */
export function areSheetsCovered(): boolean {
  return covers > 0;
}
