import { atom, getDefaultStore } from "jotai";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { PAGES_ENDPOINTS } from "#schemas/endpoints/pages.ts";
import type { Theme } from "#schemas/settings.ts";
import { readTheme, THEME_KEY } from "./read-theme.ts";

const SENT_KEY = "astrolabe.theme.sent";

export const themeAtom = atom<Theme>(readTheme(readStored(THEME_KEY)));

/** Applies a theme to this device and keeps it here. */
export function setTheme(theme: Theme): void {
  getDefaultStore().set(themeAtom, theme);
  writeStored(THEME_KEY, theme);
  applyTheme(theme);
}

/** Puts the `dark` class on the document's root, or takes it away. */
export function applyTheme(theme: Theme): void {
  document.documentElement.classList.toggle("dark", theme === "dark");
}

/** Tells the server, if it was not told this very theme last. A failure is only logged: the next change tries again. */
export async function sendTheme(theme: Theme): Promise<void> {
  if (readStored(SENT_KEY) === theme) return;
  try {
    await call(PAGES_ENDPOINTS.theme, { body: { appearance: theme } });
    writeStored(SENT_KEY, theme);
  } catch (error) {
    logProblem("The theme could not be sent", error);
  }
}
