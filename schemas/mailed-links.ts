/** The page of the app that a reset link opens, with `?token=`. */
export const RESET_PAGE_PATH = "/reset-password";
/** The page of the app that confirms an e-mail address, with `?token=`. */
export const EMAIL_PAGE_PATH = "/confirm-email";
