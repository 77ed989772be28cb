import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { eventually } from "#tests/support/app.ts";
import { COMPILED } from "#tests/support/compiled.ts";

const FIXTURE = join(import.meta.dirname, "crowd.fixture.ts");
/** So many a process opens and closes without being what is measured. */
const DEVICES_PER_PROCESS = 5000;

/** Devices that only hold their sockets open, and catch up each time they come back. */
export interface Crowd {
  /** How many are connected and have all there is. */
  live(): number;
  /** Waits until all are; answers in how many ms. */
  untilLive(withinMs: number): Promise<number>;
  /** Waits until so many are not: a process that ended is noticed. */
  untilSomeLeft(withinMs: number): Promise<void>;
  close(): void;
}

/** Opens `count` devices of the people whose cookies are given, at most 32 of each. */
export function openCrowd(url: string, cookies: readonly string[], count: number): Crowd {
  const parts: { readonly child: ChildProcess; live: number }[] = [];
  const life = { isOver: false };
  for (let from = 0; from < count; from += DEVICES_PER_PROCESS) {
    const child = fork(FIXTURE, { env: { NODE_COMPILE_CACHE: COMPILED } });
    const part = { child, live: 0 };
    child.on("message", (said: { live: number }) => {
      part.live = said.live;
    });
    child.send({ url, cookies, count: Math.min(DEVICES_PER_PROCESS, count - from) });
    parts.push(part);
  }
  function live(): number {
    const dead = parts.find(({ child }) => child.exitCode !== null);
    if (dead && !life.isOver) throw new Error(`the crowd's process ended with ${dead.child.exitCode}`);
    return parts.reduce((sum, part) => sum + part.live, 0);
  }
  return {
    live,
    async untilLive(withinMs) {
      const began = performance.now();
      await eventually(() => live() === count, withinMs);
      return performance.now() - began;
    },
    async untilSomeLeft(withinMs) {
      await eventually(() => live() < count, withinMs);
    },
    close() {
      life.isOver = true;
      for (const { child } of parts) child.disconnect();
    },
  };
}
