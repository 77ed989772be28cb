/** Where people show who they are. */
export const IDENTITY_PATH = "/kyc";
/** Where a phone that was given the form sends pictures; what lets it is behind the `#` of the address. */
export const PHONE_UPLOAD_PATH = "/identity-upload";
