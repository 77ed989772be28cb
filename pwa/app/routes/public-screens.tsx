import { lazyRouteComponent } from "@tanstack/react-router";
import { withSentences } from "#pwa/platform/language/show-language.ts";

// The screens of people who are not signed in: what they load is told from here, and bound (`build/`).
export const AdminLoginScreen = lazyRouteComponent(
  () => withSentences("admin/admin-login-screen", () => import("#pwa/admin/admin-login-screen.tsx")),
  "AdminLoginScreen",
);
export const ApiReferenceScreen = lazyRouteComponent(
  () => withSentences("pages/api-reference-screen", () => import("#pwa/pages/api-reference-screen.tsx")),
  "ApiReferenceScreen",
);
export const AuthScreen = lazyRouteComponent(
  () => withSentences("auth/auth-screen", () => import("#pwa/auth/auth-screen.tsx")),
  "AuthScreen",
);
export const ConfirmEmailScreen = lazyRouteComponent(
  () => withSentences("profile/confirm-email-screen", () => import("#pwa/profile/confirm-email-screen.tsx")),
  "ConfirmEmailScreen",
);
export const GuestBuy = lazyRouteComponent(
  () => withSentences("deposits/guest-buy", () => import("#pwa/deposits/guest-buy.tsx")),
  "GuestBuy",
);
export const GuestDirectory = lazyRouteComponent(
  () => withSentences("assets/guest-directory", () => import("#pwa/assets/guest-directory.tsx")),
  "GuestDirectory",
);
export const GuestRequest = lazyRouteComponent(
  () => withSentences("receive/guest-request", () => import("#pwa/receive/guest-request.tsx")),
  "GuestRequest",
);
export const InvitationScreen = lazyRouteComponent(
  () => withSentences("admin/invitation-screen", () => import("#pwa/admin/invitation-screen.tsx")),
  "InvitationScreen",
);
export const LandingScreen = lazyRouteComponent(
  () => withSentences("landing/landing-screen", () => import("#pwa/landing/landing-screen.tsx")),
  "LandingScreen",
);
export const PageScreen = lazyRouteComponent(
  () => withSentences("pages/page-screen", () => import("#pwa/pages/page-screen.tsx")),
  "PageScreen",
);
export const PhoneUploadScreen = lazyRouteComponent(
  () => withSentences("kyc/phone-upload-screen", () => import("#pwa/kyc/phone-upload-screen.tsx")),
  "PhoneUploadScreen",
);
export const PreviewScreen = lazyRouteComponent(
  () => withSentences("pages/preview-screen", () => import("#pwa/pages/preview-screen.tsx")),
  "PreviewScreen",
);
export const ResetPasswordScreen = lazyRouteComponent(
  () => withSentences("auth/reset-password-screen", () => import("#pwa/auth/reset-password-screen.tsx")),
  "ResetPasswordScreen",
);
export const SampleScreen = lazyRouteComponent(
  () => withSentences("content-editor/sample-screen", () => import("#pwa/content-editor/sample-screen.tsx")),
  "SampleScreen",
);
export const WrittenScreen = lazyRouteComponent(
  () => withSentences("pages/written-screen", () => import("#pwa/pages/written-screen.tsx")),
  "WrittenScreen",
);
