import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, test } from "./astrolabe.ts";
import { SCREENS } from "./routes.ts";

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
    await setTextSize(page, "200%");
    expect.soft(await overflowOf(page), `${path} with text at 200 %`).toBeLessThanOrEqual(0);
  }
});

/** What is opened on which screen, by the button's name. */
const SHEETS: readonly (readonly [path: string, buttons: readonly (string | RegExp)[]])[] = [
  ["/dashboard", [/^Notifications/]],
  ["/send", ["Choose a contact", "Scan"]],
  ["/contacts", ["Add contact", "Import"]],
  ["/assets", ["Add asset"]],
  ["/transactions", [/^Account created by/, "Export"]],
  ["/settings", ["Turn on", "Fetch everything anew", "Remove from this device"]],
  [
    "/user-settings",
    [
      "Change email address",
      "Change password",
      "Add a passkey",
      "Change limits",
      "Add an address",
      "Add a second key",
      "Freeze my account",
      "Close my account",
    ],
  ],
];

test("nothing in a sheet scrolls sideways or lies outside of it, at 320 px and with text at 200 %", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(360_000);
  await become(page, astrolabe, newName("ivo"));
  await fundedAddress(page, astrolabe.url);
  for (const [path, buttons] of SHEETS) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${astrolabe.url}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const name of buttons) {
      await page.getByRole("button", { name, exact: true }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect.soft(await overflowOf(page), `${path}, ${name} at 320 px`).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 390, height: 844 });
      await setTextSize(page, "200%");
      expect.soft(await overflowOf(page), `${path}, ${name} with text at 200 %`).toBeLessThanOrEqual(0);
      await setTextSize(page, "");
      await page.setViewportSize({ width: 320, height: 640 });
      await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).first().click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  }
});

function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((to) => document.documentElement.style.setProperty("font-size", to), size);
}

/** By how many pixels something is too wide: the page, whatever scrolls in a sheet, and what a sheet's edges cut off. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sheets = [...document.querySelectorAll("[role=dialog]")];
    const scrolling = sheets
      .flatMap((sheet) => [sheet, ...sheet.querySelectorAll("*")])
      .filter((element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX));
    const tooWide = [document.documentElement, ...sheets, ...scrolling].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    const outside = sheets.map((sheet) => sheet.getBoundingClientRect().right - document.documentElement.clientWidth);
    return Math.ceil(Math.max(...tooWide, ...outside));
  });
}
