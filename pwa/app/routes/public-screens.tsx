import { lazyRouteComponent } from "@tanstack/react-router";
import { withSentences } from "#pwa/platform/language/show-language.ts";

/** A screen of the app that says what a page says, too. */
export function appWithPages<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return withSentences("app", () => withSentences("pages", load));
}

// The screens of people who are not signed in: what they load is told from here, and bound (`build/`).
export const AdminLoginScreen = lazyRouteComponent(
  () => import("#pwa/admin/admin-login-screen.tsx"),
  "AdminLoginScreen",
);
export const ApiReferenceScreen = lazyRouteComponent(
  () => withSentences("pages", () => import("#pwa/pages/api-reference-screen.tsx")),
  "ApiReferenceScreen",
);
export const AuthScreen = lazyRouteComponent(() => import("#pwa/auth/auth-screen.tsx"), "AuthScreen");
export const ConfirmEmailScreen = lazyRouteComponent(
  () => withSentences("app", () => import("#pwa/profile/confirm-email-screen.tsx")),
  "ConfirmEmailScreen",
);
export const GuestBuy = lazyRouteComponent(() => appWithPages(() => import("#pwa/deposits/guest-buy.tsx")), "GuestBuy");
export const GuestDirectory = lazyRouteComponent(
  () => appWithPages(() => import("#pwa/assets/guest-directory.tsx")),
  "GuestDirectory",
);
export const GuestRequest = lazyRouteComponent(
  () => withSentences("app", () => import("#pwa/receive/guest-request.tsx")),
  "GuestRequest",
);
export const PageScreen = lazyRouteComponent(
  () => withSentences("pages", () => import("#pwa/pages/page-screen.tsx")),
  "PageScreen",
);
export const ResetPasswordScreen = lazyRouteComponent(
  () => import("#pwa/auth/reset-password-screen.tsx"),
  "ResetPasswordScreen",
);
