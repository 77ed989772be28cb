import { nowMs } from "./clock.ts";
import { logProblem } from "./log.ts";
import { readStored, removeStored, UNSENT_UNTIL_KEY, writeStored } from "./storage.ts";

/** As long as a timer can wait. */
const LONGEST_MS = 24 * 60 * 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Call with whatever is kept in `unsent-store.ts`: it goes by then, though this page stays open. */
export function noteUnsent(until: number): void {
  const known = firstUntil();
  writeStored(UNSENT_UNTIL_KEY, String(known === null ? until : Math.min(known, until)));
  look();
}

/** Removes what a person has photographed and not sent once its time is over, whatever screen is open; answers with the way to end that. */
export function watchUnsent(): () => void {
  look();
  return () => clearTimeout(timer);
}

/** When the first of it has had its time; null where nothing is kept. */
function firstUntil(): number | null {
  const until = Number(readStored(UNSENT_UNTIL_KEY) ?? Number.NaN);
  return Number.isFinite(until) ? until : null;
}

function look(): void {
  clearTimeout(timer);
  const until = firstUntil();
  if (until === null) return;
  if (until > nowMs()) timer = setTimeout(look, Math.min(until - nowMs(), LONGEST_MS));
  else expire().catch((error: unknown) => logProblem("What is not sent yet could not be removed", error));
}

async function expire(): Promise<void> {
  const { expireUnsent } = await import("./unsent-store.ts");
  const next = await expireUnsent(nowMs());
  if (next === null) return removeStored(UNSENT_UNTIL_KEY);
  writeStored(UNSENT_UNTIL_KEY, String(next));
  look();
}
