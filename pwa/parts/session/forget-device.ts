import { showToastAcrossLoad } from "#pwa/parts/toasts/toasts.ts";
import { oweSignOut, settleSignOut } from "./owed-sign-out.ts";
import { wipeDevice } from "./wipe-device.ts";

/**
 * Leaves nothing of anybody on this device and ends its session, for those who cannot unlock it: who they are is sealed, too.
 * Leads to where they sign in again.
 */
export async function forgetDevice(): Promise<void> {
  oweSignOut();
  await wipeDevice("everybody");
  await settleSignOut();
  showToastAcrossLoad("device-forgotten");
  location.assign("/auth");
}
