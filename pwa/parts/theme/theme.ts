import { atom, getDefaultStore } from "jotai";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { THEME_ENDPOINTS } from "#schemas/endpoints/theme.ts";
import { Theme } from "#schemas/settings.ts";
import { readChoice, settleTheme, THEME_KEY, type ThemeChoice, type ThemeFacts } from "./read-theme.ts";
import * as v from "valibot";

const SENT_KEY = "astrolabe.theme.sent";

/** Null where a page is drawn without a browser. */
const system = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: light)");
const systemTheme = (): Theme => (system?.matches === true ? "light" : "dark");

const choiceAtom = atom<ThemeChoice>(readChoice(readStored(THEME_KEY)));
const systemAtom = atom<Theme>(systemTheme());
systemAtom.onMount = (set) => {
  const follow = () => set(systemTheme());
  system?.addEventListener("change", follow);
  return () => system?.removeEventListener("change", follow);
};

/** What this device was told to look like. */
export const themeChoiceAtom = atom((get) => get(choiceAtom));
/** What it looks like. */
export const themeAtom = atom<Theme>((get) => {
  const choice = get(choiceAtom);
  return choice === "system" ? get(systemAtom) : choice;
});

let isChosenNow = false;

/** Keeps a choice on this device, which looks so at once. */
export function setTheme(choice: ThemeChoice): void {
  isChosenNow = true;
  takeTheme(choice);
}

function takeTheme(choice: ThemeChoice): void {
  writeStored(THEME_KEY, choice);
  getDefaultStore().set(choiceAtom, choice);
}

/** Has the document's root look like the theme, the class `dark` or none, from now on. */
export function followTheme(): void {
  const store = getDefaultStore();
  const apply = () => document.documentElement.classList.toggle("dark", store.get(themeAtom) === "dark");
  store.sub(themeAtom, apply);
  apply();
}

/**
 * Brings this device's choice and the account's together, once the account's is known. The server is told only what differs from
 * what it was told last. A failure is only logged: the next change tries again.
 */
export async function meetAccount(choice: ThemeChoice, account: ThemeFacts["account"]): Promise<void> {
  const stored = v.safeParse(Theme, readStored(SENT_KEY));
  const { take, tell } = settleTheme({ choice, agreed: stored.success ? stored.output : null, isChosenNow, account });
  if (take !== null) takeTheme(take);
  if (tell === null) {
    if (choice !== "system") writeStored(SENT_KEY, take ?? choice);
    return;
  }
  try {
    await call(THEME_ENDPOINTS.theme, { body: { appearance: tell } });
    writeStored(SENT_KEY, tell);
  } catch (error) {
    logProblem("The theme could not be sent", error);
  }
}
