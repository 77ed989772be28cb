import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { SIGNED_OUT_KEY } from "./kept-keys.ts";

/** Why this device was signed out, until somebody signs in: it names nobody. */
export const signedOutNote = keptText(SIGNED_OUT_KEY, v.object({ words: v.string() }), null);
