import { defineConfig } from "@playwright/test";

/**
 * As `npm test` runs them, so that it stays short: each in one window, and without those whose parts others pass through, too.
 * Both windows are looked at all the same (`inspectBoth`).
 */
const isShort = process.env["BROWSER_TESTS"] === "short";
/** What the browser, the keyboard and the storage do looks the same in every window. */
const AT_A_DESK_ONLY = ["push", "bad-days", "people", "safeguards", "update", "narrow"];
const AT_A_DESK_IF_SHORT = ["files", "multisig", "security"];
const NOT_IF_SHORT = ["health", "narrow", "notifications", "push", "safeguards", "second-factor", "update"];

function specs(names: readonly string[]): string[] {
  return names.map((name) => `${name}.spec.ts`);
}

const chromium = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  // Generous: a machine that does other things besides takes several times as long, and nothing is gained by giving up.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Once more on a machine too busy for the first time; the report says which tests needed it.
  retries: 1,
  outputDir: "../../test-results",
  use: {
    actionTimeout: 20_000,
    // Recording costs about as much as what is recorded.
    trace: "on-first-retry",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // A camera that can be refused.
        "--use-fake-device-for-media-stream",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "phone",
      testIgnore: specs([...AT_A_DESK_ONLY, ...(isShort ? [...AT_A_DESK_IF_SHORT, ...NOT_IF_SHORT] : [])]),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    {
      name: "desktop",
      ...(isShort
        ? { testMatch: specs([...AT_A_DESK_ONLY, ...AT_A_DESK_IF_SHORT]), testIgnore: specs(NOT_IF_SHORT) }
        : {}),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});
