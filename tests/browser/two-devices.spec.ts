import { Keypair } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, signIn, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole("button", { name: `Edit ${from}` }).click();
  const sheet = page.getByRole("dialog", { name: "Edit contact" });
  await sheet.getByLabel("Name").fill(to);
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: to })).toContainText("Waiting");
}

async function setPrice(page: Page, price: string): Promise<void> {
  await page.getByRole("button", { name: /^Edit: / }).click(SLOW);
  const form = page.getByRole("dialog", { name: "Edit alert" });
  await form.getByLabel(/^Price of 1/).fill(price);
  await form.getByRole("button", { name: "Save alert" }).click();
  await expect(form).toBeHidden();
}

test("a name and a price given offline on two devices: where they were replaced it is said, and taken back in one tap", async ({
  astrolabe,
  browser,
  context,
  page,
}) => {
  test.setTimeout(240_000);
  const name = newName("dora");
  await become(page, astrolabe, name);
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const adding = page.getByRole("dialog", { name: "Add contact" });
  await adding.getByLabel("Name").fill("Adam");
  await adding.getByLabel("Stellar address").fill(Keypair.random().publicKey());
  await adding.getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByText("Live")).toBeVisible(SLOW);
  await offlineReady(page);

  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();
  await signIn(phone, astrolabe, name);
  await phone.goto(`${astrolabe.url}/contacts`);
  await expect(phone.getByRole("listitem").filter({ hasText: "Adam" })).toBeVisible(SLOW);
  await offlineReady(phone);

  await context.setOffline(true);
  await elsewhere.setOffline(true);
  await rename(page, "Adam", "Desk name");
  await rename(phone, "Adam", "Phone name");
  await context.setOffline(false);
  await expect(page.getByRole("listitem").filter({ hasText: "Desk name" })).not.toContainText("Waiting", SLOW);
  await elsewhere.setOffline(false);
  const replaced = page.getByRole("status").filter({ hasText: "“Desk name” was replaced by “Phone name”" });
  await expect(replaced).toBeVisible(SLOW);
  const row = page.getByRole("listitem").filter({ hasText: "Phone name" });
  await expect(row).toContainText("Changed elsewhere");
  await inspectThemes(page, "a name that was replaced on another device");
  // Another tab of this device knows of it, and the contact itself says it.
  const tab = await context.newPage();
  await tab.goto(`${astrolabe.url}/contacts`);
  await tab.getByRole("button", { name: "Edit Phone name" }).click(SLOW);
  const sheet = tab.getByRole("dialog", { name: "Edit contact" });
  await expect(sheet.getByRole("status").filter({ hasText: "“Desk name” was replaced" })).toBeVisible();

  await replaced.getByRole("button", { name: "Take it back" }).click();
  await expect(replaced).toBeHidden();
  await expect(phone.getByRole("listitem").filter({ hasText: "Desk name" })).toBeVisible(SLOW);
  await expect(sheet.getByRole("status").filter({ hasText: "“Desk name” was replaced" })).toBeHidden();
  // There the other name was replaced, and it is left so.
  const left = phone.getByRole("status").filter({ hasText: "“Phone name” was replaced by “Desk name”" });
  await left.getByRole("button", { name: "Keep" }).click();
  await expect(left).toBeHidden();
  await phone.reload();
  await expect(phone.getByRole("listitem").filter({ hasText: "Desk name" })).toBeVisible(SLOW);
  await expect(left).toBeHidden();

  // The same of a price to be told of.
  await tab.close();
  await page.goto(`${astrolabe.url}/watchlist?alert=XLM/USD-${Keypair.random().publicKey()}`);
  const setting = page.getByRole("dialog", { name: "New alert" });
  await setting.getByLabel(/^Price of 1/).fill("0.3");
  await setting.getByRole("button", { name: "Save alert" }).click();
  await phone.goto(`${astrolabe.url}/watchlist`);
  await expect(phone.getByText("XLM / USD at or above 0.3")).toBeVisible(SLOW);
  await context.setOffline(true);
  await elsewhere.setOffline(true);
  await setPrice(page, "0.2");
  await setPrice(phone, "0.4");
  await context.setOffline(false);
  await elsewhere.setOffline(false);
  const price = page
    .getByRole("status")
    .filter({ hasText: "“XLM / USD at or above 0.2” was replaced by “XLM / USD at or above 0.4”" });
  await expect(price).toBeVisible(SLOW);
  await inspectThemes(page, "a price alert that was replaced on another device");
  await price.getByRole("button", { name: "Take it back" }).click();
  await expect(price).toBeHidden();
  await expect(phone.getByRole("list", { name: "Price alerts" })).toContainText("at or above 0.2", SLOW);
  await elsewhere.close();
});
