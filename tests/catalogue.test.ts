import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
/** What a person may see or feel of the app: its own source and the tables it shares, without tests. */
const SOURCE = globSync(["pwa/**/*.{ts,tsx,css,html}", "schemas/**/*.ts"], { cwd: ROOT })
  .filter((path) => !/\.test\.tsx?$|\.fixture\.ts$/.test(path))
  .map((path) => flat(withoutComments(readFileSync(join(ROOT, path), "utf8"))))
  .join("\n");

/** The specification's texts: screens, validation, toasts and errors. */
const TEXTS = [
  // The auth screen.
  "Sign In",
  "Get Started",
  "Forgot password?",
  "Signing in...",
  "Create Account",
  "Creating account...",
  "Reset Password",
  "Send Reset Link",
  "Cancel",
  "Password Reset Email Sent",
  "If an account exists with that email, you'll receive instructions to reset your password shortly.",
  "Return to Login",
  "Unlock the Power of Stellar",
  "Session Debug",
  "Check Auth",
  "Failed to check auth status",
  // The admin's.
  "Admin Access",
  "Restricted area - Authorized personnel only",
  "Admin username",
  "Admin password",
  "Access Admin Panel",
  "Authenticating...",
  "Authentication required",
  "Admin privileges required",
  "Go to Admin Login",
  // The frame.
  "About Us",
  "Stellar Network",
  "Help Center",
  "No wallet address",
  "Address copied to clipboard",
  "Settings",
  "Sign out",
  "Admin Dashboard",
  "User Dashboard",
  "Resources",
  "Platform",
  "Company",
  "Legal",
  "404 Page Not Found",
  "Did you forget to add the page to the router?",
  "Something went wrong",
  "The application encountered an error. Please try reloading the page.",
  "Reload Page",
  "Application Error",
  "Refresh Page",
  "Loading page...",
  // Validation.
  "Username is required",
  "Password is required",
  "Please enter a valid email address",
  "Password must be at least 8 characters",
  "Passwords don't match",
  "Required",
  // The error catalogue.
  "Login failed. Please check your credentials and try again.",
  "Login failed. Please try again.",
  "Invalid username or password",
  "Login failed",
  "Could not log in. Please try again.",
  "Registration failed. Please try again.",
  "Registration failed",
  "Could not create account. Please try again.",
  "Logout failed. Please try again.",
  "Logout issue",
  "There was an issue during logout, but we've cleared your local session. Redirecting to home page.",
  "Failed to request password reset",
  "An unknown error occurred",
  "Admin authentication failed. Please try again.",
  "Invalid admin credentials",
  "User does not have admin privileges",
  "Login successful",
  "You have been successfully logged in.",
  "Account created successfully",
  "Your account has been created and you are now logged in.",
  "Logged out successfully",
  "You have been logged out of your account.",
  "Admin login successful",
  "Welcome to the admin control panel",
  "just now",
];

test.each(TEXTS)("the app says %j, whole", (text) => {
  // Between quotes or tags: as a text of its own, not as a part of another.
  const whole = new RegExp(`["'\`>] ?${escaped(text)} ?["'\`<]`);
  expect(whole.test(SOURCE)).toBe(true);
});

/** The specification's delays and measures, and the code that holds them. */
const MEASURES: readonly (readonly [what: string, code: RegExp])[] = [
  ["an admin goes on after about 100 ms", /\bREDIRECT_MS = 100;/],
  ["a sign-out leaves after 500 ms", /\bLOGOUT_REDIRECT_MS = 500;/],
  ["a sign-out that failed leaves after 2000 ms", /\bLOGOUT_FAILURE_REDIRECT_MS = 2000;/],
  ["a toast stands for 5000 ms", /\bDISPLAY_MS = 5000;/],
  [
    "a toast is swiped away to the right, and to the left where pages run so",
    /swipeDirection=\{shownDirection\(\) === "rtl" \? "left" : "right"\}/,
  ],
  ["a toast is swiped away by 50 px", /\bSWIPE_PX = 50;/],
  ["F8 focuses the toasts", /hotkey=\{\["F8"\]\}/],
  ["a dismissed toast is kept for 1000000 ms", /\bREMOVE_DELAY_MS = 1_000_000;/],
  ["a toast is 420 px wide at most", /max-w-\[420px\]/],
  ["a password has 8 characters at least", /\bPASSWORD_MIN_LENGTH = 8;/],
  ["a short address begins with 6 characters and ends with 4", /slice\(0, 6\)\}\.\.\.\$\{address\.slice\(-4\)/],
  ["queries are not retried", /queries: \{[^}]*retry: false/],
  ["queries are not asked again on focus", /refetchOnWindowFocus: false/],
  ["queries never grow stale", /staleTime: Number\.POSITIVE_INFINITY/],
  ["mutations are not retried", /mutations: \{ retry: false/],
];

test.each(MEASURES)("%s", (_what, code) => {
  expect(code.test(SOURCE)).toBe(true);
});

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/ .*$/gm, "$1");
}

/** On one line, as JSX shows it. */
function flat(source: string): string {
  return source
    .replaceAll(/\s+/g, " ")
    .replaceAll(/> (?=\S)/g, ">")
    .replaceAll(/ </g, "<")
    .replaceAll("&apos;", "'");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
