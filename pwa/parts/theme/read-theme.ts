import { DEFAULT_CLIENT_THEME, type Theme } from "#schemas/settings.ts";

/** Also read by index.html before the first paint. */
export const THEME_KEY = "astrolabe.theme";

/** The theme that was stored, or the default where nothing valid is. */
export function readTheme(stored: string | null): Theme {
  return stored === "light" || stored === "dark" ? stored : DEFAULT_CLIENT_THEME;
}

export function oppositeOf(theme: Theme): Theme {
  return theme === "dark" ? "light" : "dark";
}
