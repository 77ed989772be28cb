import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 1000;
/** What an app costs that nobody asks anything, in parts of a core. */
const REST = 0.1;
/** So often in a row, for a job may be about to begin. */
const LOOKS = 5;
const MOST_LOOKS = 180;

/** Waits until this process does nothing any more of what an app does once after its start; goes on after three minutes anyway. */
export async function untilAtRest(): Promise<void> {
  let quiet = 0;
  for (let look = 0; look < MOST_LOOKS && quiet < LOOKS; look += 1) {
    const before = process.cpuUsage();
    await delay(LOOK_MS);
    const { user, system } = process.cpuUsage(before);
    quiet = (user + system) / 1000 / LOOK_MS < REST ? quiet + 1 : 0;
  }
}
