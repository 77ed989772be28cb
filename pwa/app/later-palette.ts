import { withSentences } from "#pwa/platform/language/show-language.ts";
import { later } from "#pwa/ui/later.tsx";

/** The palette with all that the app has to show in it; fetched when somebody reaches for it. */
export const AppPalette = later(
  async () => (await withSentences("app/app-palette", () => import("./app-palette.tsx"))).AppPalette,
);
