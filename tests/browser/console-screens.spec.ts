import type { Page } from "@playwright/test";
import { ADMIN, type Astrolabe, become, expect, newName, test } from "./astrolabe.ts";
import { inspectBothAsTheyAre } from "./inspect.ts";

/** Long enough for every screen and sheet in two windows on a busy machine. */
test.setTimeout(900_000);

/** Buttons that save a file or ask the server again open nothing. */
const OPENS_NOTHING = /Save|CSV|Ask the server again|Export|Download|Live/;

async function openScreen(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
}

/** The addresses of all parts that stand beside each other at `path`. */
async function partsOf(page: Page, url: string, path: string): Promise<readonly string[]> {
  await openScreen(page, `${url}${path}`);
  const links = page.getByRole("navigation").locator(`a[href^="${path}/"], a[href="/admin-kyc"]`);
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""));
  return [...new Set(hrefs)];
}

/** Looks at each sheet that a button of the screen opens, and leaves it by Escape. */
async function inspectSheets(page: Page, address: string): Promise<number> {
  const buttons = page.getByRole("main").getByRole("button");
  const names = await buttons.evaluateAll((all) =>
    all.map((each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").trim()),
  );
  let sheets = 0;
  for (const [index, name] of names.entries()) {
    const button = buttons.nth(index);
    if (OPENS_NOTHING.test(name) || !(await button.isVisible()) || !(await button.isEnabled())) continue;
    await button.click();
    const sheet = page.getByRole("dialog");
    if (await isThere(page)) {
      sheets += 1;
      await inspectBothAsTheyAre(page, `${address}: ${name}`);
      await page.keyboard.press("Escape");
      await expect(sheet).toHaveCount(0);
    }
    // A column's head changes the address, and a step in place what stands after it.
    if ((await buttons.count()) !== names.length) await openScreen(page, address);
  }
  return sheets;
}

async function isThere(page: Page): Promise<boolean> {
  const sheet = page.getByRole("dialog").first();
  return sheet.waitFor({ state: "visible", timeout: 700 }).then(
    () => true,
    () => false,
  );
}

test("every screen and sheet of operators is sound in both themes and both windows", async ({
  astrolabe,
  browser,
  page,
}) => {
  await becomeSomebody(page, astrolabe);
  const operator = await (
    await browser.newContext({ viewport: page.viewportSize(), reducedMotion: "reduce" })
  ).newPage();
  expect((await operator.request.post(`${astrolabe.url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  expect(
    (await operator.request.post(`${astrolabe.url}/api/confirm-identity`, { data: { password: ADMIN.password } })).ok(),
  ).toBe(true);
  let sheets = 0;
  for (const path of ["/admin-panel", "/admin-super"]) {
    const parts = await partsOf(operator, astrolabe.url, path);
    expect(parts.length).toBeGreaterThan(6);
    for (const part of parts) {
      const address = `${astrolabe.url}${part}`;
      await openScreen(operator, address);
      await inspectBothAsTheyAre(operator, address);
      sheets += await inspectSheets(operator, address);
    }
  }
  expect(sheets).toBeGreaterThan(20);
});

/** So that there is a person to look at. */
async function becomeSomebody(page: Page, astrolabe: Astrolabe): Promise<void> {
  await become(page, astrolabe, newName("walked"));
}
