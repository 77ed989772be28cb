import { defineConfig } from "@playwright/test";
import browser from "./playwright.config.ts";
import { PHONE } from "./windows.ts";

/** Takes the pictures of the default texts; no test of anything. */
export default defineConfig({
  ...browser,
  testMatch: "take-pictures.ts",
  workers: 1,
  retries: 0,
  projects: [{ name: "phone", use: { ...PHONE, deviceScaleFactor: 2, trace: "off" } }],
});
