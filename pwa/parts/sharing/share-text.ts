import { t } from "@lingui/core/macro";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { logProblem } from "#pwa/platform/device/log.ts";

/** Whether this device hands a text on to other apps. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

interface Shared {
  readonly title: string;
  readonly text: string;
  /** What else can be done where it fails. */
  readonly otherwise: string;
}

/** Hands a text on to an app that the person chooses; where it fails, it is said. */
export async function shareText({ title, text, otherwise }: Shared): Promise<void> {
  try {
    await navigator.share({ title, text });
  } catch (error) {
    // Closing the share sheet is a choice, not a failure.
    if (error instanceof DOMException && error.name === "AbortError") return;
    logProblem("Sharing failed", error);
    showToast({ title: t`This device could not share it`, description: otherwise, tone: "destructive" });
  }
}
