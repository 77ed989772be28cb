import { defineConfig } from "@playwright/test";
import { DESK, IS_SHORT, LEFT_OUT_AT_A_DESK, LEFT_OUT_ON_PHONE, PHONE } from "./windows.ts";

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
  // Both windows are looked at in any case (`inspectBoth`).
  projects: [
    { name: "phone", testIgnore: LEFT_OUT_ON_PHONE, use: PHONE },
    ...(IS_SHORT ? [] : [{ name: "desktop", testIgnore: LEFT_OUT_AT_A_DESK, use: DESK }]),
  ],
});
