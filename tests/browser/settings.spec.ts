import { readFile } from "node:fs/promises";
import { Keypair } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, signIn, test } from "./astrolabe.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

test.describe.configure({ timeout: 300_000 });

async function addContact(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Stellar address").fill(Keypair.random().publicKey());
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(sheet).toBeHidden();
}

test("appearance and language are chosen offline and sent later; the browser is asked to keep the data, which is saved as a file and removed", async ({
  astrolabe,
  browser,
  context,
  page,
}) => {
  const name = newName("sets");
  await become(page, astrolabe, name);
  await page.goto(`${astrolabe.url}/contacts`);
  const address = await fundedAddress(page);
  await addContact(page, "Łucja Ωmega");
  await page.goto(`${astrolabe.url}/settings`);
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible(SLOW);
  await offlineReady(page);
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible(SLOW);

  await context.setOffline(true);
  const language = page.getByRole("combobox", { name: "Language" });
  await expect(language).toHaveValue("en");
  await expect(language).toHaveAccessibleDescription(/1,234\.5, May 1, 2026/);
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
  await page.getByLabel("Theme").selectOption({ label: "Light" });
  await expect.poll(isDark).toBe(false);
  await expect(page.getByText("1 change", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Theme")).toHaveValue("light");
  expect(await isDark()).toBe(false);
  await context.setOffline(false);
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible(SLOW);
  await expect(page.getByText("1 change", { exact: true })).toBeHidden(SLOW);
  await page.getByLabel("Theme").selectOption({ label: "Dark" });

  await askToKeep(page, astrolabe.url);

  await context.setOffline(true);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("astrolabe-device-data.json");
  const text = await readFile(await download.path(), "utf8");
  const kept = JSON.parse(text);
  expect(Date.parse(kept.exportedAt)).toBeGreaterThan(0);
  expect(kept.contacts).toEqual([expect.objectContaining({ name: "Łucja Ωmega" })]);
  expect(kept.transactions).toEqual([expect.objectContaining({ to: address, amount: "10000.0000000" })]);
  expect(kept.balances).toEqual([expect.objectContaining({ assetCode: "XLM" })]);
  expect(text).not.toMatch(/\bS[A-Z2-7]{55}\b/);
  expect(text).not.toContain(PASSWORD);
  await context.setOffline(false);

  await page.getByRole("button", { name: "Remove from this device" }).click();
  const removing = page.getByRole("dialog", { name: "Remove your data from this device?" });
  await removing.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Remove from this device" }).click();
  await removing.getByRole("button", { name: "Remove and sign out" }).click();
  await page.waitForURL(`${astrolabe.url}/`);
  const left = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name: database }) => database ?? ""),
  );
  expect(left.filter((database) => database.includes("astrolabe-user"))).toEqual([]);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, astrolabe, name);
  await other.goto(`${astrolabe.url}/contacts`);
  await expect(other.getByRole("listitem").filter({ hasText: "Łucja Ωmega" })).toBeVisible(SLOW);
});

/** The browser says no, as most do until the app is installed. */
async function askToKeep(page: Page, origin: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const permission = { name: "persistent-storage" };
  await client.send("Browser.setPermission", { permission, setting: "denied", origin });
  await page.reload();
  const ask = page.getByRole("button", { name: "Ask the browser to protect it" });
  await expect(page.getByText("No, the browser may clear it when space runs out")).toBeVisible();
  await ask.click();
  await expect(page.getByText("The browser did not agree", { exact: true })).toBeVisible();
  await expect(ask).toBeVisible();
}
