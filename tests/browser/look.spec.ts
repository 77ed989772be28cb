import type { Page } from "@playwright/test";
import { expect, fundedAddress, newName, register, test } from "./astrolabe.ts";
import { inspectBoth } from "./inspect.ts";

const PUBLIC = ["/", "/auth", "/about", "/help", "/stellar", "/faq", "/privacy", "/api", "/admin", "/no-such-page"];
const SIGNED_IN = [
  "/dashboard",
  "/transactions",
  "/contacts",
  "/settings",
  "/send",
  "/receive",
  "/assets",
  "/trade",
  "/swap",
  "/staking",
  "/user-settings",
  "/access-history",
];

/** Looked at by other tests, but for their width. */
const NARROW = ["/assets/XLM", "/analytics", "/buy-xlm", "/stellar-network", "/wallet-diagnostic", "/old-dashboard"];

/** Each of these tests looks at many pages, and axe takes seconds for each. */
const MANY_PAGES_MS = 360_000;

test("public pages are accessible and fit", async ({ astrolabe, page }) => {
  test.setTimeout(MANY_PAGES_MS);
  for (const path of PUBLIC) await inspectBoth(page, `${astrolabe.url}${path}`);
});

test("signed-in screens are accessible and fit", async ({ astrolabe, page }) => {
  test.setTimeout(MANY_PAGES_MS);
  await register(page, astrolabe, newName("hal"));
  await fundedAddress(page);
  for (const path of SIGNED_IN) await inspectBoth(page, `${astrolabe.url}${path}`);
});

/** Both on a phone, whose window they narrow or whose letters they grow. */
test.describe("the narrowest window and the largest text", () => {
  test.skip(({ viewport }) => (viewport?.width ?? 0) > 600, "they make a window of their own");

  test("nothing scrolls sideways at 320 px, nor with text at 200 %", async ({ astrolabe, page }) => {
    test.setTimeout(MANY_PAGES_MS);
    await register(page, astrolabe, newName("ida"));
    await fundedAddress(page);
    for (const path of [...SIGNED_IN, ...NARROW]) {
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
});

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
