import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { become, expect, fundedAddress, newName, offlineReady, test } from "./astrolabe.ts";
import { inspectAsItIs, inspectBoth } from "./inspect.ts";

const INSPECTED = 300_000;

test("home, analytics and the plain screens tell what is held, and tell it offline", async ({
  astrolabe,
  context,
  page,
}) => {
  test.setTimeout(INSPECTED);
  await become(page, astrolabe, newName("una"));
  await page.goto(`${astrolabe.url}/dashboard`);
  await fundedAddress(page);

  const total = page.getByRole("region", { name: "Total value" });
  await expect(total).toContainText("10,000");
  for (const place of ["Send", "Receive", "Swap"]) await expect(total.getByRole("link", { name: place })).toBeVisible();
  await expect(page.getByRole("main").getByText("Test network: this money is not real")).toBeVisible();
  // Nobody pays for stakes here.
  await expect(page.getByRole("link", { name: /^(Staking|Affiliate)$/ })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Balances" })).toContainText("XLM");
  await expect(page.getByRole("link", { name: /A second factor ?, not done/ })).toHaveAttribute(
    "href",
    "/user-settings",
  );
  await expect(page.getByRole("link", { name: /Your identity ?, not done/ })).toHaveAttribute("href", "/kyc");
  await inspectBoth(page, `${astrolabe.url}/dashboard`);

  const asked = page.getByRole("button", { name: "XLM: as of which ledger" });
  await asked.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "XLM: as of which ledger" })).toContainText(/As of ledger \d+/);
  await inspectAsItIs(page, "as of ledger");
  await page.keyboard.press("Escape");
  await expect(asked).toBeFocused();

  await inspectBoth(page, `${astrolabe.url}/analytics`);
  await expect(page.getByText("1 movement.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Allocation" })).toBeVisible();
  await page.getByRole("radio", { name: "1 y" }).check();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV of in and out by month" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^astrolabe-months-1y-\d{4}-\d\d-\d\d\.csv$/);
  const [month, ...others] = parse<Record<string, string>>(await readFile(await file.path()), { columns: true });
  expect(others).toEqual([]);
  expect(month?.["month"]).toMatch(/^\d{4}-\d\d$/);

  await inspectBoth(page, `${astrolabe.url}/old-assets`);
  await expect(page.getByRole("table", { name: "What you hold" })).toContainText("10,000");
  await inspectBoth(page, `${astrolabe.url}/old-dashboard`);
  await expect(page.getByRole("table", { name: "Balances" })).toContainText("10,000");

  await offlineReady(page);
  await expect(page.getByRole("table", { name: "Balances" })).toContainText("10,000");
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("table", { name: "Balances" })).toContainText("10,000");
  await expect(page.getByRole("table", { name: "Latest activity" })).toContainText("10,000");
  for (const path of ["/old-assets", "/dashboard", "/analytics"]) {
    await page.goto(`${astrolabe.url}${path}`);
    await expect(page.getByText(/^You are offline[.,]/).first()).toBeVisible();
  }
  await expect(page.getByText("1 movement.")).toBeVisible();
  await page.goto(`${astrolabe.url}/dashboard`);
  await expect(page.getByRole("region", { name: "Total value" })).toContainText("10,000");
  await context.setOffline(false);
});

test("nothing on the home screen moves while it fills, on a visit after the first", async ({ astrolabe, page }) => {
  await become(page, astrolabe, newName("vida"));
  await page.goto(`${astrolabe.url}/dashboard`);
  await fundedAddress(page);
  await expect(page.getByRole("list", { name: "Balances" })).toContainText("XLM");
  await page.addInitScript(noteShifts);
  await page.reload();
  await expect(page.getByRole("region", { name: "Value over time" }).locator("canvas").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Set up" })).toBeVisible();
  // A tenth is where Lighthouse begins to call it poor.
  expect(await page.evaluate(() => Number(document.documentElement.dataset["shifted"] ?? "0"))).toBeLessThan(0.02);
});

/** Sums up on the page what moved without its person's doing. */
function noteShifts(): void {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ("value" in entry) sum += Number(entry.value);
    document.documentElement.dataset["shifted"] = String(sum);
  }).observe({ type: "layout-shift", buffered: true });
}

test("a payment taken down on the plain dashboard is checked where payments are", async ({ astrolabe, page }) => {
  await become(page, astrolabe, newName("vera"));
  await page.goto(`${astrolabe.url}/old-dashboard`);
  const address = await fundedAddress(page);
  await expect(page.getByRole("table", { name: "Balances" })).toContainText("10,000");
  await page.getByLabel("To (an address").fill(address);
  await page.getByLabel("Amount").fill("12.5");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.waitForURL("**/send**");
  await expect(page.getByLabel("Amount")).toHaveValue("12.5");
  await page.goto(`${astrolabe.url}/old-assets`);
  await page.getByLabel("Asset code").fill("EURX");
  await page.getByLabel("Issuer").fill("nobody");
  await page.getByRole("button", { name: "Look at it" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "starts with G" })).toBeVisible();
});
