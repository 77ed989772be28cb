import { t } from "@lingui/core/macro";

/** What is said over a full page load. */
export const CARRIED_TOASTS = [
  "signed-in",
  "registered",
  "admin-signed-in",
  "signed-out",
  "not-wiped",
  "device-forgotten",
] as const;
export type CarriedToast = (typeof CARRIED_TOASTS)[number];

interface Words {
  readonly title: string;
  readonly description: string;
  readonly tone?: "destructive";
}

/** One of them in the language that is shown by now. */
export function carriedWords(toast: CarriedToast): Words {
  switch (toast) {
    case "signed-in":
      return { title: t`Login successful`, description: t`You have been successfully logged in.` };
    case "registered":
      return {
        title: t`Account created successfully`,
        description: t`Your account has been created and you are now logged in.`,
      };
    case "admin-signed-in":
      return { title: t`Admin login successful`, description: t`Welcome to the admin control panel` };
    case "signed-out":
      return { title: t`Logged out successfully`, description: t`You have been logged out of your account.` };
    case "not-wiped":
      return {
        title: t`Logout issue`,
        description: t`Your history could not be removed from this device. Clear this site's data in your browser's settings to remove it.`,
        tone: "destructive",
      };
    case "device-forgotten":
      return {
        title: t`Your data was removed from this device`,
        description: t`Sign in to have it back from the server.`,
      };
  }
}
