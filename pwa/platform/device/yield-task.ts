import { nextTask } from "./next-task.ts";

/**
 * As `nextTask`, for work that somebody waits for: where the browser can, it goes on before all else there is to do but what a person
 * does.
 */
export function yieldTask(): Promise<void> {
  return "scheduler" in globalThis && "yield" in scheduler ? scheduler.yield() : nextTask();
}
