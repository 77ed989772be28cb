import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";

/** When the last of what is not sent yet has had its time, in ms since the epoch: without it nothing looks for any. */
const UNTIL_KEY = "astrolabe.unsent-until";
/** As long as a timer can wait. */
const LONGEST_MS = 24 * 60 * 60_000;

/** Call with whatever is kept in `unsent-store.ts`. */
export function noteUnsent(until: number): void {
  writeStored(UNTIL_KEY, String(until));
}

/** Removes what a person has photographed and not sent once its time is over, whatever screen is open; answers with the way to end that. */
export function watchUnsent(): () => void {
  const life: { timer: ReturnType<typeof setTimeout> | undefined } = { timer: undefined };
  const look = () => {
    const until = Number(readStored(UNTIL_KEY) ?? Number.NaN);
    if (!Number.isFinite(until)) return;
    if (until > nowMs()) life.timer = setTimeout(look, Math.min(until - nowMs(), LONGEST_MS));
    else expire().catch((error: unknown) => logProblem("What is not sent yet could not be removed", error));
  };
  look();
  return () => clearTimeout(life.timer);
}

async function expire(): Promise<void> {
  const { expireUnsent } = await import("#pwa/platform/device/unsent-store.ts");
  await expireUnsent(nowMs());
  removeStored(UNTIL_KEY);
}
