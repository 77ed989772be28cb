import { canHold, type Release } from "#pwa/platform/db/hold-open.ts";
import { logProblem } from "#pwa/platform/device/log.ts";

interface Turns {
  /** This screen has it from now on. */
  readonly have: () => void;
  /** Another open screen has it; this one waits. */
  readonly elsewhere: () => void;
}

/**
 * Takes the turn of a confirmation, by its key, for one open screen, in this tab or another: whoever comes while it is being sent, or asked
 * for again, waits for its turn. Held until released or the tab is gone. Neither is called before this returns.
 */
export function takeTurn(key: string, { have, elsewhere }: Turns): Release {
  const over = new AbortController();
  const { signal } = over;
  const name = `astrolabe-confirmation-${key}`;
  const held = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

  function hold(): Promise<void> | undefined {
    if (signal.aborted) return undefined;
    have();
    return held;
  }

  async function takeTurn(): Promise<void> {
    const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await hold();
      return lock !== null;
    });
    if (isFree || signal.aborted) return;
    elsewhere();
    await navigator.locks.request(name, { signal }, hold);
  }

  // Where the browser has no locks nobody can be waited for.
  if (!canHold()) queueMicrotask(() => void hold());
  else
    takeTurn().catch((error: unknown) => {
      if (signal.aborted) return;
      logProblem("The turn of a confirmation could not be taken", error);
      have();
    });
  return () => over.abort();
}
