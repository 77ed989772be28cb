import { nowMs } from "./clock.ts";
import { logProblem } from "./log.ts";
import { readStored, removeStored, UNSENT_UNTIL_KEY, writeStored } from "./storage.ts";

/** As long as a timer can wait. */
const LONGEST_MS = 24 * 60 * 60_000;

/** Call with whatever is kept in `unsent-store.ts`. */
export function noteUnsent(until: number): void {
  writeStored(UNSENT_UNTIL_KEY, String(until));
}

/** Removes what a person has photographed and not sent once its time is over, whatever screen is open; answers with the way to end that. */
export function watchUnsent(): () => void {
  const life: { timer: ReturnType<typeof setTimeout> | undefined } = { timer: undefined };
  const look = () => {
    const until = Number(readStored(UNSENT_UNTIL_KEY) ?? Number.NaN);
    if (!Number.isFinite(until)) return;
    if (until > nowMs()) life.timer = setTimeout(look, Math.min(until - nowMs(), LONGEST_MS));
    else expire().catch((error: unknown) => logProblem("What is not sent yet could not be removed", error));
  };
  look();
  return () => clearTimeout(life.timer);
}

async function expire(): Promise<void> {
  const { expireUnsent } = await import("./unsent-store.ts");
  await expireUnsent(nowMs());
  removeStored(UNSENT_UNTIL_KEY);
}
