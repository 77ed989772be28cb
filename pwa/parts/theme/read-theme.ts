import { DEFAULT_CLIENT_THEME, type Theme } from "#schemas/settings.ts";

/** Also read by index.html before the first paint. */
export const THEME_KEY = "astrolabe.theme";

/** What a device may be told to look like: as its system does is for this device alone. */
export type ThemeChoice = Theme | "system";

/** The choice that was stored, or the default where nothing valid is. */
export function readChoice(stored: string | null): ThemeChoice {
  return stored === "light" || stored === "dark" || stored === "system" ? stored : DEFAULT_CLIENT_THEME;
}

export function oppositeOf(theme: Theme): Theme {
  return theme === "dark" ? "light" : "dark";
}

/** What is known when a device asks how its theme and the account's come together. */
export interface ThemeFacts {
  readonly choice: ThemeChoice;
  /** What both last agreed on; null on a device where this person has just signed in. */
  readonly agreed: Theme | null;
  /** Whether somebody chose on this device since the page began. */
  readonly isChosenNow: boolean;
  /** The account's, and whether its owner ever chose it. */
  readonly account: { readonly theme: Theme; readonly isChosen: boolean };
}

/**
 * What becomes of two themes: a new sign-in takes the account's if its owner ever chose one, what is chosen on the device is told to
 * the server, and what the system decides is nobody else's business.
 */
export function settleTheme({ choice, agreed, isChosenNow, account }: ThemeFacts): {
  readonly take: Theme | null;
  readonly tell: Theme | null;
} {
  if (choice === "system") return { take: null, tell: null };
  if (agreed === null && !isChosenNow && account.isChosen) return { take: account.theme, tell: null };
  const isNew = isChosenNow || (agreed !== null && agreed !== choice);
  return { take: null, tell: isNew && choice !== agreed ? choice : null };
}
