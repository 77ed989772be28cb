import { defineConfig } from "@playwright/test";

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
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    // What the browser, the keyboard and the storage do looks the same on every screen.
    {
      name: "phone",
      testIgnore: ["push.spec.ts", "bad-days.spec.ts", "people.spec.ts"],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
  ],
});
