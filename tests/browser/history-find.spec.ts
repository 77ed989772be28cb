import { Keypair } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";

/** For what takes a few seconds on a quiet machine. */
const SLOW = { timeout: 60_000 };

/** Pays as the person of this page, with a memo. */
async function payWith(page: Page, to: string, amount: string, memo: string): Promise<void> {
  const idempotencyKey = `find-${process.pid}-${amount.replace(".", "-")}-0123456789`;
  const body = { to, assetCode: "XLM", amount, memo, idempotencyKey, password: PASSWORD };
  const status = await page.evaluate(async (payment) => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/wallet/send", { method: "POST", headers, body: JSON.stringify(payment) })).status;
  }, body);
  expect(status).toBe(202);
}

test("a movement is found by type, asset, name, day, memo and hash, and all of it is told, offline as well", async ({
  astrolabe,
  browser,
  page,
}) => {
  test.setTimeout(300_000);
  const annasPage = await (await browser.newContext()).newPage();
  const [anna] = await Promise.all([
    become(annasPage, astrolabe, newName("anna")),
    become(page, astrolabe, newName("finder")),
  ]);
  await Promise.all([fundedAddress(annasPage, astrolabe.url), fundedAddress(page, astrolabe.url)]);
  const stranger = Keypair.random().publicKey();
  await page.goto(`${astrolabe.url}/contacts?add=${anna}`);
  const adding = page.getByRole("dialog", { name: "Add contact" });
  await adding.getByLabel("Name").fill("Änna Ω");
  await adding.getByRole("button", { name: "Save contact" }).click();
  await expect(adding).toBeHidden();
  await payWith(page, anna, "12.5", "rent for MAY");
  await payWith(page, stranger, "3.25", "東京 dinner");
  await annasPage.goto(`${astrolabe.url}/receive`);
  await payWith(annasPage, await fundedAddress(page), "70.75", "thanks");

  await page.goto(`${astrolabe.url}/transactions`);
  const list = page.getByRole("list", { name: "Transactions" }).getByRole("listitem");
  const counted = page.getByRole("search").locator("~ p[role=status]");
  await expect(page.getByRole("status").filter({ hasText: "4 transactions on this device" })).toBeVisible(SLOW);
  await expect(list).toHaveCount(4);
  await offlineReady(page);
  await expect(list).toHaveCount(4);
  await page.context().setOffline(true);

  const search = page.getByLabel("Search memo and hash");
  for (const [text, amounts] of [
    ["RENT", ["12.5"]],
    ["東京", ["3.25"]],
    ["n", ["12.5", "3.25", "70.75"]],
  ] as const) {
    await search.fill(text);
    await expect(counted).toHaveText(`${amounts.length} found in 4`);
    await expect(list).toHaveCount(amounts.length);
    for (const amount of amounts) await expect(list.filter({ hasText: amount })).toHaveCount(1);
  }
  await search.fill("");

  await page.getByRole("button", { name: "Filters" }).click();
  const type = page.getByLabel("Type", { exact: true });
  await type.selectOption({ label: "Sent" });
  await expect(list).toHaveCount(1);
  await expect(list).toContainText("Änna Ω");
  await expect(page).toHaveURL(/type=send/);
  await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
  // The address keeps it, for a reload and for whoever comes back.
  await page.reload();
  await expect(type).toHaveValue("send");
  await expect(list).toHaveCount(1);
  await type.selectOption({ label: "All types" });
  await page.getByLabel("Asset", { exact: true }).selectOption({ label: "XLM" });
  await expect(counted).toHaveText("4 found in 4");
  await page.getByLabel("Name or address").fill("änna");
  await expect(counted).toHaveText("2 found in 4");
  await page.getByLabel("Name or address").fill(stranger.slice(8, 20).toLowerCase());
  await expect(counted).toHaveText("1 found in 4");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(list).toHaveCount(4);

  const today = await page.evaluate(() => {
    const now = new Date();
    return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
  });
  await page.getByLabel("From", { exact: true }).fill("2200-01-01");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill(today);
  await expect(page.getByText("This day is before the first one.")).toBeVisible();
  await inspectThemes(page, "a history narrowed to nothing");
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  // The day may have passed since the first of them.
  await page.getByLabel("To", { exact: true }).fill("2200-01-01");
  await expect(counted).toHaveText("4 found in 4");
  await page.getByRole("button", { name: "Clear filters" }).click();

  await list.filter({ hasText: "3.25" }).getByRole("button").click();
  const sheet = page.getByRole("dialog", { name: "Account created" });
  await expect(sheet).toContainText("東京 dinner");
  await expect(sheet).toContainText("Confirmed");
  await expect(sheet).toContainText(stranger);
  await expect(sheet).toContainText(/Ledger\d+/);
  await inspectThemes(page, "a movement");
  const hash = /[0-9a-f]{64}/.exec((await sheet.textContent()) ?? "")?.[0] ?? "";
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await search.fill(hash.slice(10, 40).toUpperCase());
  await expect(counted).toHaveText("1 found in 4");
  await list.getByRole("button").click();
  await sheet.getByRole("link", { name: "Add to contacts" }).click();
  await expect(page.getByRole("dialog", { name: "Add contact" }).getByLabel("Stellar address")).toHaveValue(stranger);
  // Going back leads to what had been found.
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(search).toHaveValue(hash.slice(10, 40).toUpperCase());
  await expect(counted).toHaveText("1 found in 4");
});
