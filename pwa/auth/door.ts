/** What other features may use of this one. */

export { isMissingCode, isWrongCode } from "./asks-for-code.ts";
export { adminLoginFailure } from "./failure-messages.ts";
