import { basename } from "node:path";

/** As `npm test` runs them, so that it stays short: each in one window, and without those whose parts others pass through, too. */
export const IS_SHORT = process.env["BROWSER_TESTS"] === "short";

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
export const DESK = { viewport: { width: 1440, height: 900 }, hasTouch: false } as const;

/** What the browser, the keyboard and the storage do looks the same in every window. */
const AT_A_DESK_ONLY = [
  "admin-kyc",
  "bad-days",
  "books",
  "console-screens",
  "content-hostile",
  "content-ways",
  "cut-forms",
  "cut-profile",
  "cut-security",
  "desk-habits",
  "demoted",
  "find-thief",
  "fits",
  "keys",
  "standing",
  "history-place",
  "history-words",
  "hostile-memo",
  "listing",
  "lock-ways",
  "lost-answer",
  "monitoring",
  "narrow",
  "no-room",
  "operators",
  "overview",
  "people",
  "pro-trading",
  "push",
  "reset-password",
  "restored",
  "safeguards",
  "trade",
  "treasury",
  "update",
];
/** What is told of a phone, whatever the form. */
const ON_A_PHONE_ONLY = ["arabic"];
const AT_A_DESK_IF_SHORT = ["security"];
/** Nothing of them is about the files that a worker keeps on the device, which take longer to keep than most pages to look at. */
const WITHOUT_WORKER = [
  "api-reference",
  "content-desk",
  "content-editor",
  "fits",
  "identity",
  "last-known",
  "look",
  "operators",
  "pay-once",
  "pay-someone",
  "people",
  "security",
  "sign-in",
  "style-policy",
];
const NOT_IF_SHORT = [
  "admin-kyc",
  "api-keys",
  "api-reference",
  "arabic",
  "bad-days",
  "books",
  "closing",
  "console-screens",
  "contacts",
  "content-hostile",
  "content-ways",
  "cut-forms",
  "cut-profile",
  "cut-security",
  "demoted",
  "desk-habits",
  "files",
  "find-thief",
  "fits",
  "form-answers",
  "former-database",
  "gap",
  "health",
  "history-find",
  "history-place",
  "history-words",
  "home",
  "hostile-memo",
  "identity-bad-days",
  "identity-ways",
  "keys",
  "language",
  "listing",
  "lock-ways",
  "lost-answer",
  "lost-factor",
  "multisig",
  "narrow",
  "no-room",
  "notifications",
  "operator-keys",
  "overview",
  "own-orders",
  "palette",
  "pay-later",
  "pay-link",
  "people",
  "place-blocks",
  "pro-trading",
  "public-ways",
  "push",
  "receive-share",
  "refused-storage",
  "repeat-payment",
  "reset-password",
  "restored",
  "safeguards",
  "second-approval",
  "second-factor",
  "send-ways",
  "settings",
  "standing",
  "stop-and-look",
  "strangers",
  "swap",
  "trade",
  "treasury",
  "two-devices",
  "update",
  "watchlist",
  "worth",
];

function specs(names: readonly string[]): string[] {
  return names.map((name) => `${name}.spec.ts`);
}

/** The short form has one project, since each one costs servers of its own: those for a desk get its window by their name. */
export const LEFT_OUT_ON_PHONE = specs(IS_SHORT ? NOT_IF_SHORT : AT_A_DESK_ONLY);

export const LEFT_OUT_AT_A_DESK = specs(ON_A_PHONE_ONLY);

/** Whether a spec of the phone's project is for a desk all the same. */
export function isAtDesk(file: string): boolean {
  return IS_SHORT && specs([...AT_A_DESK_ONLY, ...AT_A_DESK_IF_SHORT]).includes(basename(file));
}

/** Whether a spec is run with a service worker, as people have it. */
export function hasWorker(file: string): boolean {
  return !IS_SHORT || !specs(WITHOUT_WORKER).includes(basename(file));
}
