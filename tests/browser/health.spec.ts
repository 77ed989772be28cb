import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { type Astrolabe, become, expect, fundedAddress, newName, offlineReady, test } from "./astrolabe.ts";
import { inspectAsItIs, inspectBoth } from "./inspect.ts";

const ADDRESS = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

/** Somebody whose account is on the network and whose page opens without a connection. */
async function aPerson(page: Page, astrolabe: Astrolabe, stem: string): Promise<void> {
  await become(page, astrolabe, newName(stem));
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await expect(page.getByText("Live")).toBeVisible();
  await offlineReady(page);
}

async function addContact(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Stellar address").fill(ADDRESS);
  await sheet.getByRole("button", { name: /save|add/i }).click();
}

function contact(page: Page, name: string) {
  return page.getByRole("listitem").filter({ hasText: name });
}

/** Opens a screen from within the app, as a person does: a load would begin a new page. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

test("everything is fetched anew without losing what was written offline, in every tab and after a cut", async ({
  astrolabe,
  page,
  context,
}) => {
  await aPerson(page, astrolabe, "rosa");
  const other = await context.newPage();
  await other.goto(`${astrolabe.url}/contacts`);
  await expect(other.getByText("Live")).toBeVisible();

  await context.setOffline(true);
  await addContact(page, "Written offline");
  await expect(contact(page, "Written offline")).toContainText("Waiting");
  await go(page, "/settings");
  await expect(page.getByText("1 change", { exact: true })).toBeVisible();
  await expect(page.getByText(/(This|Another) tab, of 2 open/)).toBeVisible();
  await page.getByRole("button", { name: "Fetch everything anew" }).click();
  const sheet = page.getByRole("dialog", { name: "Fetch everything anew?" });
  await expect(sheet).toContainText("1 change has not reached the server yet");
  await expect(sheet.getByRole("button", { name: "Fetch anew" })).toBeDisabled();

  await context.setOffline(false);
  await sheet.getByRole("button", { name: "Fetch anew" }).click();
  await expect(sheet).toBeHidden({ timeout: 60_000 });
  await go(page, "/contacts");
  await expect(contact(page, "Written offline")).toBeVisible();
  await expect(contact(page, "Written offline")).not.toContainText("Waiting");
  await expect(contact(other, "Written offline")).toBeVisible();
  await expect(other.getByText("Live")).toBeVisible();
  await other.close();

  // As a device leaves it that is switched off in the middle: the note stands, and some of the rows are gone.
  const user = await page.evaluate(async () => (await fetch("/api/user")).json());
  await page.evaluate(async (userId) => {
    localStorage.setItem("astrolabe.rebuilding", String(userId));
    const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
    const contacts = names.filter((name) => name.includes("--contacts"));
    for (const name of contacts) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(opening.error ?? new Error(name)));
      });
      const stores = [...database.objectStoreNames];
      const transaction = database.transaction(stores, "readwrite");
      for (const store of stores) transaction.objectStore(store).clear();
      await new Promise((resolve) => transaction.addEventListener("complete", resolve));
      database.close();
    }
  }, user.id);
  await page.reload();
  await expect(contact(page, "Written offline")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("astrolabe.rebuilding"))).toBeNull();
});

test("the wallet is checked, a screen pictured and the network seen, with and without a connection", async ({
  astrolabe,
  page,
  context,
}) => {
  await aPerson(page, astrolabe, "nils");
  await checkWallet(page, context, astrolabe);
  await takePicture(page, context, astrolabe);
  await seeNetwork(page, context, astrolabe);
});

async function checkWallet(page: Page, context: BrowserContext, astrolabe: Astrolabe): Promise<void> {
  await go(page, "/wallet-diagnostic");
  const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await expect(row("Version of the app")).toBeVisible({ timeout: 60_000 });
  for (const title of [
    "Your account on the network",
    "XLM for fees and reserve",
    "Your assets",
    "Order of your payments",
    "Payments under way",
    "Who can move your money",
    "Our books and the ledger",
    "Data on this device",
    "Clock of this device",
    "Version of the app",
  ])
    await expect(row(title)).toContainText("Fine");
  // A busy machine may still be bringing the device up to date at the first look.
  await expect(async () => {
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(row("Version of the app")).toBeVisible();
    await expect(row("In step with the server")).toContainText("Fine", { timeout: 1000 });
  }).toPass({ timeout: 90_000 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as text" }).click(),
  ]);
  const report = await readFile(await file.path(), "utf8");
  expect(report).toContain("[ok] Data on this device");
  expect(report).not.toMatch(/G[A-Z2-7]{55}|9,999|10,000/);

  await inspectBoth(page, `${astrolabe.url}/wallet-diagnostic`);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(row("Your assets")).toContainText("Not checked");
  await expect(row("XLM for fees and reserve")).toContainText("when this device last heard of it");
  await expect(row("Version of the app")).toContainText("Fine");
  await context.setOffline(false);
}

/** Offline, and sent once there is a connection. */
async function takePicture(page: Page, context: BrowserContext, astrolabe: Astrolabe): Promise<void> {
  await inspectBoth(page, `${astrolabe.url}/screenshot-diagnostic`);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Open that screen" }).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByText("10,000").first()).toBeVisible();
  await page.getByRole("button", { name: "Take the picture" }).click();
  const picture = page.getByRole("img", { name: "Dashboard, as it will be sent" });
  await expect(picture).toBeVisible({ timeout: 60_000 });
  const size = await picture.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error("no picture");
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  });
  expect(size.width).toBeGreaterThan(300);
  expect(size.height).toBeGreaterThan(300);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save the picture" }).click(),
  ]);
  expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe("PNG");

  await context.setOffline(false);
  await page.getByLabel("What is wrong?").fill("The balance looks old");
  await inspectAsItIs(page, "the picture before it is sent");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Support has it")).toBeVisible();
}

async function seeNetwork(page: Page, context: BrowserContext, astrolabe: Astrolabe): Promise<void> {
  await inspectBoth(page, `${astrolabe.url}/stellar-network`);
  const newest = page.getByRole("region", { name: "Latest ledger" }).locator("p").first();
  const before = await newest.textContent();
  await expect(newest).not.toHaveText(before ?? "");
  await expect(page.getByRole("img", { name: /Close times of the last/ })).toBeVisible();
  await expect(page.getByText("Keeps up")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("The network cannot be asked at the moment")).toBeVisible();
  await page.reload();
  await expect(page.getByText("The network cannot be asked at the moment")).toBeVisible();
  await expect(newest).not.toBeEmpty();
}
