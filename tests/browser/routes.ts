import { USER_PLACES } from "#pwa/app/navigation.ts";
import { PUBLIC_PATHS } from "#pwa/pages/page-paths.ts";

/** What anybody may open. */
export const PAGES: readonly string[] = ["/", "/auth", ...PUBLIC_PATHS, "/faq", "/api", "/admin", "/no-such-page"];

/** What opens for a signed-in person alone, or otherwise than for guests. */
export const SCREENS: readonly string[] = [
  ...USER_PLACES.flatMap(({ places }) => places.map(({ to }) => to)).filter((path) => !PAGES.includes(path)),
  "/assets/XLM",
  "/send",
  "/receive",
  "/buy-xlm",
];
