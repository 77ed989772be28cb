import { USER_PATHS } from "#pwa/app/user-paths.ts";
import { EDITOR_EXAMPLE_PATH } from "#pwa/content-editor/sample-path.ts";
import { PUBLIC_PATHS } from "#pwa/pages/page-paths.ts";
import { PHONE_UPLOAD_PATH } from "#pwa/parts/identity/identity-paths.ts";
import { EMAIL_PAGE_PATH, INVITATION_PAGE_PATH, RESET_PAGE_PATH } from "#schemas/mailed-links.ts";

/** What somebody is asked to pay by a link. */
const ASKED = "/pay?destination=GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7&amount=12.5&msg=For%20lunch";

/** What anybody may open. */
export const PAGES: readonly string[] = [
  "/",
  "/auth",
  "/login?tab=register",
  EDITOR_EXAMPLE_PATH,
  ...PUBLIC_PATHS,
  "/faq",
  "/api",
  "/admin",
  "/admin/anything",
  ASKED,
  `${RESET_PAGE_PATH}?token=none`,
  `${EMAIL_PAGE_PATH}?token=none`,
  `${INVITATION_PAGE_PATH}?token=none`,
  "/preview?token=none",
  PHONE_UPLOAD_PATH,
  "/no-such-page",
];

/** What opens for a signed-in person alone, or otherwise than for guests. */
export const SCREENS: readonly string[] = [
  ...USER_PATHS.filter((path) => !PAGES.includes(path)),
  "/trade/XLM/USDC",
  "/assets/XLM",
  "/send",
  "/receive",
  "/buy-xlm",
];

/** What opens for operators alone. */
export const OPERATORS_SCREENS: readonly string[] = [
  "/admin-dashboard",
  "/admin-panel",
  "/admin-panel/people",
  "/admin-cms",
  "/admin-cms/media",
  "/admin-super",
  "/admin-super/operators",
  "/admin-super/features",
  "/admin-super/monitoring",
  "/admin-super/monitoring?part=checks",
  "/admin-super/log",
  "/admin-kyc",
];
