import { t } from "@lingui/core/macro";
import { showToast } from "#pwa/parts/toasts/toasts.ts";

/** Puts an address where it can be pasted from, and says so; where that is not allowed, shows it. */
export async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast({ title: t`Address copied to clipboard` });
  } catch {
    showToast({ title: t`Copying is not allowed here`, description: address, tone: "destructive" });
  }
}
