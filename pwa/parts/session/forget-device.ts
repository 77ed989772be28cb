import { logProblem } from "#pwa/platform/device/log.ts";
import { showToastAcrossLoad } from "#pwa/parts/toasts/toasts.ts";
import { oweSignOut, settleSignOut } from "./owed-sign-out.ts";
import { wipeDevice } from "./wipe-device.ts";

/**
 * Leaves nothing of anybody on this device and ends its session, for those who cannot unlock it: who they are is sealed, too.
 * Leads to where they sign in again.
 */
export async function forgetDevice(): Promise<void> {
  oweSignOut();
  await wipeDevice(undefined);
  try {
    const { removeAllUserDatabases } = await import("#pwa/platform/rxdb/remove-user-database.ts");
    await removeAllUserDatabases();
  } catch (error) {
    logProblem("The device's databases could not be removed", error);
  }
  await settleSignOut();
  showToastAcrossLoad("device-forgotten");
  location.assign("/auth");
}
