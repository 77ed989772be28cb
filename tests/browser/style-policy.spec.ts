import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, test } from "./astrolabe.ts";

const PUBLIC = ["/", "/auth", "/about", "/help", "/faq", "/api", "/admin", "/no-such-page"];
const SIGNED_IN = [
  "/dashboard",
  "/transactions",
  "/send",
  "/receive",
  "/assets",
  "/trade",
  "/pro-trading",
  "/swap",
  "/analytics",
  "/buy-xlm",
  "/user-settings",
  "/stellar-network",
];
/** Screens and what opens over them. */
const SHEETS: readonly (readonly [path: string, button: string | RegExp])[] = [
  ["/dashboard", /^Notifications/],
  ["/contacts", "Add contact"],
  ["/settings", "Turn on"],
];
const MANY_PAGES_MS = 240_000;

/** Gathers what the pages' policy refuses from now on. */
async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) found.push(`${page.url()}: ${message.text()}`);
  });
  await page.exposeFunction("noteViolation", (text: string) => void found.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const note = (window as unknown as { noteViolation(text: string): void }).noteViolation;
      note(`${location.pathname}: ${effectiveDirective} refuses ${blockedURI} of ${sourceFile} ${sample}`);
    });
  });
  return found;
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.getByRole("heading").first()).toBeVisible({ timeout: 30_000 });
  await page.waitForTimeout(300);
}

test("no page needs a style that its policy refuses", async ({ astrolabe, page }) => {
  test.setTimeout(MANY_PAGES_MS);
  const found = await violationsOf(page);
  for (const path of PUBLIC) {
    const answer = await page.goto(`${astrolabe.url}${path}`);
    expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe-inline");
    await settled(page);
  }
  await become(page, astrolabe, newName("style"));
  await fundedAddress(page, astrolabe.url);
  for (const path of SIGNED_IN) {
    await page.goto(`${astrolabe.url}${path}`);
    await settled(page);
  }
  expect([...new Set(found)]).toEqual([]);
});

test("what opens over a page locks it and keeps its place, within the policy", async ({ astrolabe, page }) => {
  test.setTimeout(MANY_PAGES_MS);
  const found = await violationsOf(page);
  await become(page, astrolabe, newName("style"));
  await fundedAddress(page, astrolabe.url);
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflow);
  for (const [path, button] of SHEETS) {
    await page.goto(`${astrolabe.url}${path}`);
    await settled(page);
    await page.getByRole("button", { name: button }).first().click();
    await expect(page.getByRole("dialog").first()).toBeVisible();
    if (path !== "/dashboard") expect(await overflow(), path).toBe("hidden");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(overflow).not.toBe("hidden");
  }
  expect(found).toEqual([]);
});
