import type { Page } from "@playwright/test";
import { expect, newName, offlineReady, register, test } from "./astrolabe.ts";
import { inspectAsItIs } from "./inspect.ts";

const PIN = "tr0ub4dor";
const CONTACT = { name: "Zaphod Beeblebrox", address: "zaphod*example.org", memo: "heart of gold" };

/** All texts that the browser keeps of this origin. */
async function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => done(opening.result));
        opening.addEventListener("error", () => fail(opening.error));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((done, fail) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.addEventListener("success", () => done(reading.result));
          reading.addEventListener("error", () => fail(reading.error));
        });
        texts.push(`${name}/${store}: ${JSON.stringify(rows)}`);
      }
      database.close();
    }
    return texts.join("\n");
  });
}

async function addContact(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/contacts`);
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Name").fill(CONTACT.name);
  await sheet.getByLabel("Stellar address").fill(CONTACT.address);
  await sheet.getByLabel("Memo").fill(CONTACT.memo);
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByText(CONTACT.name).first()).toBeVisible();
}

async function turnOnByPin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/settings`);
  const card = page.getByRole("region", { name: "App lock" });
  await card.getByRole("button", { name: "Turn on" }).click();
  const sheet = page.getByRole("dialog", { name: "Turn on the app lock" });
  await sheet.getByLabel("New PIN", { exact: true }).fill("123456");
  await sheet.getByLabel("New PIN again").fill("123456");
  await sheet.getByRole("button", { name: "Turn on with PIN" }).click();
  await expect(sheet.getByRole("alert")).toContainText("first that anybody would try");
  await sheet.getByLabel("New PIN", { exact: true }).fill(PIN);
  await sheet.getByLabel("New PIN again").fill(PIN);
  await sheet.getByRole("button", { name: "Turn on with PIN" }).click();
  await expect(card.getByRole("button", { name: "Lock now" })).toBeVisible();
}

/** What stands in the contact's form; it is closed again. */
async function memoOf(page: Page): Promise<string> {
  await page.getByRole("button", { name: `Edit ${CONTACT.name}` }).click();
  const memo = await page.getByRole("dialog").getByLabel("Memo").inputValue();
  await page.keyboard.press("Escape");
  return memo;
}

const lockHeading = (page: Page) => page.getByRole("heading", { level: 1, name: "Astrolabe is locked" });

async function unlockByPin(page: Page, pin = PIN): Promise<void> {
  await expect(lockHeading(page)).toBeVisible();
  await page.getByLabel("PIN", { exact: true }).fill(pin);
  await page.keyboard.press("Enter");
}

test("a device with an app lock keeps nothing that can be read, and opens by its PIN, offline too", async ({
  page,
  context,
  astrolabe,
}) => {
  const username = newName("locked");
  await register(page, astrolabe, username);
  await addContact(page, astrolabe.url);
  const address = await page.evaluate(async () => (await (await fetch("/api/user")).json()).walletAddress);
  const secrets = [CONTACT.name, CONTACT.address, CONTACT.memo, String(address), username];
  for (const secret of secrets) expect(await keptTexts(page)).toContain(secret);
  await offlineReady(page);

  // Made without a connection, so that it waits to be sent while everything is copied.
  await context.setOffline(true);
  await page.goto(`${astrolabe.url}/contacts`);
  await page.getByRole("button", { name: `Edit ${CONTACT.name}` }).click();
  await page.getByRole("dialog").getByLabel("Memo").fill("infinitely improbable");
  await page.getByRole("dialog").getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await turnOnByPin(page, astrolabe.url);
  const sealed = await keptTexts(page);
  for (const secret of [...secrets, "improbable"]) expect(sealed).not.toContain(secret);
  expect(sealed).not.toMatch(/rxdb-dexie-astrolabe-user-\d+--/);

  await page.reload();
  await expect(lockHeading(page)).toBeVisible();
  await expect(page.getByText(username)).toHaveCount(0);
  await inspectAsItIs(page, "the locked app");
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
  await inspectAsItIs(page, "the locked app in light");
  await unlockByPin(page, "not the pin");
  await expect(page.getByRole("alert")).toContainText("9 attempts are left");
  await expect(page.getByLabel("PIN", { exact: true })).toBeFocused();
  await unlockByPin(page);
  await page.goto(`${astrolabe.url}/contacts`);
  await unlockByPin(page);
  await expect(memoOf(page)).resolves.toBe("infinitely improbable");

  await context.setOffline(false);
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible();
  // A second tab of the device opens with the first, and locks with it.
  const second = await context.newPage();
  await second.goto(`${astrolabe.url}/settings`);
  await second.getByRole("button", { name: "Lock now" }).click();
  await expect(lockHeading(second)).toBeVisible();
  await expect(lockHeading(page)).toBeVisible();
  await unlockByPin(second);
  await expect(memoOf(page)).resolves.toBe("infinitely improbable");
  await page.close();

  const card = second.getByRole("region", { name: "App lock" });
  await card.getByRole("button", { name: "Turn off" }).click();
  await second.getByRole("dialog").getByLabel("Current PIN").fill(PIN);
  await second.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(card.getByRole("button", { name: "Turn on" })).toBeVisible();
  await second.goto(`${astrolabe.url}/contacts`);
  await expect(second.getByText(CONTACT.name).first()).toBeVisible();
  const plain = await keptTexts(second);
  for (const secret of [CONTACT.name, "improbable", username]) expect(plain).toContain(secret);
  expect(plain).not.toContain("-sealed--");
});
