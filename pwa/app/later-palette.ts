import { withSentences } from "#pwa/platform/language/show-language.ts";
import { later } from "#pwa/ui/later.tsx";

/** The palette with all that the app has to show in it; fetched when somebody reaches for it. */
export const AppPalette = later(
  // Pages are found by their own words.
  async () => (await withSentences("pages", () => import("./app-palette.tsx"))).AppPalette,
);
