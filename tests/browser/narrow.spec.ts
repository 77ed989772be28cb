import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, test } from "./astrolabe.ts";

const SCREENS = [
  "/dashboard",
  "/transactions",
  "/contacts",
  "/settings",
  "/send",
  "/receive",
  "/assets",
  "/assets/XLM",
  "/trade",
  "/user-settings",
  "/access-history",
  "/analytics",
  "/buy-xlm",
  "/stellar-network",
  "/wallet-diagnostic",
  "/screenshot-diagnostic",
  "/old-dashboard",
  "/old-assets",
];

test("nothing scrolls sideways in a window of 320 px, nor with text at 200 %", async ({ astrolabe, page }) => {
  test.setTimeout(360_000);
  await become(page, astrolabe, newName("ida"));
  await fundedAddress(page, astrolabe.url);
  for (const path of SCREENS) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${astrolabe.url}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect.soft(await overflowOf(page), `${path} at 320 px`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect.soft(await overflowOf(page), `${path} with text at 200 %`).toBeLessThanOrEqual(0);
  }
});

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
