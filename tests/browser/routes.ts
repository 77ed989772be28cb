import { PUBLIC_PATHS } from "#pwa/pages/page-paths.ts";
import { EMAIL_PAGE_PATH, RESET_PAGE_PATH } from "#schemas/mailed-links.ts";

// Nothing of this is the app's own list of places: those have words, which only the build can read. `pwa/app/every-route.test.ts` holds both together.

/** What somebody is asked to pay by a link. */
const ASKED = "/pay?destination=GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7&amount=12.5&msg=For%20lunch";

/** What anybody may open. */
export const PAGES: readonly string[] = [
  "/",
  "/auth",
  "/login?tab=register",
  ...PUBLIC_PATHS,
  "/faq",
  "/api",
  "/admin",
  "/admin/anything",
  ASKED,
  `${RESET_PAGE_PATH}?token=none`,
  `${EMAIL_PAGE_PATH}?token=none`,
  "/no-such-page",
];

/** What opens for a signed-in person alone, or otherwise than for guests. */
export const SCREENS: readonly string[] = [
  "/dashboard",
  "/assets",
  "/transactions",
  "/contacts",
  "/swap",
  "/trade",
  "/trade/XLM/USDC",
  "/watchlist",
  "/pro-trading",
  "/amm",
  "/staking",
  "/analytics",
  "/kyc",
  "/affiliate",
  "/access-history",
  "/user-settings",
  "/settings",
  "/stellar-network",
  "/wallet-diagnostic",
  "/screenshot-diagnostic",
  "/old-dashboard",
  "/old-assets",
  "/old-trade",
  "/assets/XLM",
  "/send",
  "/receive",
  "/buy-xlm",
];

/** What opens for operators alone. */
export const OPERATORS_SCREENS: readonly string[] = [
  "/admin-dashboard",
  "/admin-panel",
  "/admin-cms",
  "/admin-super",
  "/admin-kyc",
];
