import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 1000;
/** What an app costs that nobody asks anything, in parts of a core. */
const REST = 0.1;
/** So often in a row, for a job may be about to begin. */
const LOOKS = 5;
const MOST_LOOKS = 180;

/**
 * Waits until a process does nothing any more of what an app does once after its start: this one, or whose processor time, in ms, is
 * read. Goes on after three minutes anyway.
 */
export async function untilAtRest(cpuMs: () => Promise<number> | number = ownCpuMs): Promise<void> {
  let quiet = 0;
  for (let look = 0; look < MOST_LOOKS && quiet < LOOKS; look += 1) {
    const before = await cpuMs();
    await delay(LOOK_MS);
    quiet = ((await cpuMs()) - before) / LOOK_MS < REST ? quiet + 1 : 0;
  }
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
