import { OWED_KEY } from "#pwa/auth/owed-sign-out.ts";
import { CARRIED_KEY } from "#pwa/parts/toasts/toasts.ts";

/** What stays on the device when a person signs out: none of it tells who they are. */

/** Also read by index.html before the first paint. */
export const THEME_KEY = "astrolabe.theme";
export const SIDEBAR_KEY = "astrolabe.sidebar";

export const DEVICE_KEYS: readonly string[] = [THEME_KEY, SIDEBAR_KEY, OWED_KEY, CARRIED_KEY];
