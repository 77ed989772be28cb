/** The data entry by which an account asks for a memo with everything it is paid (SEP-29): "1" where it does. */
export const MEMO_REQUIRED = "config.memo_required";
