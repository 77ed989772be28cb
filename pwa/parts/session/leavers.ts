import { logProblem } from "#pwa/platform/device/log.ts";

interface Leaver {
  readonly what: string;
  readonly leave: () => Promise<void>;
}

const leavers: Leaver[] = [];

/**
 * Has `leave` done whenever the device is left: by signing out, by forgetting it, or because the session was ended. `what` names it
 * in the log where it fails. Register it at start: nothing else may be loaded by then.
 */
export function whenLeaving(what: string, leave: () => Promise<void>): void {
  leavers.push({ what, leave });
}

/** Does what was registered, one after the other; one that fails keeps none of the others from it. */
export async function callLeavers(): Promise<void> {
  for (const { what, leave } of leavers) {
    try {
      await leave();
    } catch (error) {
      logProblem(`${what} could not be ended`, error);
    }
  }
}
