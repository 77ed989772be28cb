import { THEME_KEY } from "#pwa/parts/theme/read-theme.ts";
import { CARRIED_KEY } from "#pwa/parts/toasts/toasts.ts";
import { LANGUAGE_KEY } from "#pwa/platform/language/read-language.ts";
import { OWED_KEY } from "./owed-sign-out.ts";
import { WIPE_OWED_KEY } from "./owed-wipe.ts";

/** What stays on the device when a person signs out: none of it tells who they are. */

export const SIDEBAR_KEY = "astrolabe.sidebar";

/** What the server says of itself to anybody. */
export const SERVICE_KEY = "astrolabe.service";

/** Which announcements were put away here. */
export const PUT_AWAY_KEY = "astrolabe.content.put-away";

/** Why it was signed out, for whoever signs in next. */
export const SIGNED_OUT_KEY = "astrolabe.signed-out";

export const DEVICE_KEYS: readonly string[] = [
  THEME_KEY,
  LANGUAGE_KEY,
  SIDEBAR_KEY,
  OWED_KEY,
  WIPE_OWED_KEY,
  CARRIED_KEY,
  SERVICE_KEY,
  PUT_AWAY_KEY,
  SIGNED_OUT_KEY,
];
