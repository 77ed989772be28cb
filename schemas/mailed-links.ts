/** The page of the app that a reset link opens, with `?token=`. */
export const RESET_PAGE_PATH = "/reset-password";
/** The page of the app that confirms an e-mail address, with `?token=`. */
export const EMAIL_PAGE_PATH = "/confirm-email";
/** The page of the app on which an invitation to be an operator is accepted, with `?token=`. */
export const INVITATION_PAGE_PATH = "/operator-invitation";
