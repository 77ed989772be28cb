import { logProblem } from "#pwa/platform/device/log.ts";
import { readStored, UNSENT_UNTIL_KEY } from "#pwa/platform/device/storage.ts";

/**
 * What was photographed and not sent is removed when its time is over, whoever is signed in by then and whether or not the app is locked.
 * Answers with the way to end that.
 */
export function forgetUnsent(): () => void {
  const life: { stop: (() => void) | null; isOver: boolean } = { stop: null, isOver: false };
  const watch = async () => {
    const { watchUnsent } = await import("#pwa/platform/device/unsent-time.ts");
    if (!life.isOver) life.stop = watchUnsent();
  };
  if (readStored(UNSENT_UNTIL_KEY) !== null)
    watch().catch((error: unknown) => logProblem("What is not sent yet cannot be watched", error));
  return () => {
    life.isOver = true;
    life.stop?.();
  };
}
