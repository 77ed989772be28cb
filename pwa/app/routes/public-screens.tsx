import { lazyRouteComponent } from "@tanstack/react-router";
import { withSentences } from "#pwa/platform/language/show-language.ts";

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
export const GuestBuy = lazyRouteComponent(
  () => withSentences("app", () => import("#pwa/deposits/guest-buy.tsx")),
  "GuestBuy",
);
export const GuestDirectory = lazyRouteComponent(
  () => withSentences("app", () => import("#pwa/assets/guest-directory.tsx")),
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
