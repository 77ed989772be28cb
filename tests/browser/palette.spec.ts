import { Keypair } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";
import { lockHeading, SLOW, turnOnByPin, unlockByPin } from "./lock-steps.ts";

const KEYS = "ControlOrMeta+k";

const entry = (page: Page) => page.getByRole("button", { name: "Search", exact: true });
const palette = (page: Page) => page.getByRole("dialog", { name: "Search", exact: true });
const field = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
const group = (page: Page, name: string) => palette(page).getByRole("group", { name }).getByRole("option");

/** Opens it by its keys and types. */
async function look(page: Page, text: string): Promise<void> {
  // From then on its keys are heard.
  await expect(page.locator("header [aria-keyshortcuts]")).toBeVisible();
  await page.keyboard.press(KEYS);
  await expect(field(page)).toBeFocused();
  await field(page).fill(text);
}

async function pay(page: Page, to: string, memo: string): Promise<void> {
  const body = {
    to,
    assetCode: "XLM",
    amount: "12.5",
    memo,
    idempotencyKey: `palette-${process.pid}-${to.slice(-8)}-0123456789`,
    password: PASSWORD,
  };
  const status = await page.evaluate(async (payment) => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/wallet/send", { method: "POST", headers, body: JSON.stringify(payment) })).status;
  }, body);
  expect(status).toBe(202);
}

test("screens, assets, contacts, payments and actions are found and opened, by keys and by hand, offline as well", async ({
  astrolabe,
  context,
  page,
}) => {
  test.setTimeout(300_000);
  await become(page, astrolabe, newName("paula"));
  const anna = Keypair.random().publicKey();
  await page.goto(`${astrolabe.url}/contacts?add=${anna}`);
  const adding = page.getByRole("dialog", { name: "Add contact" });
  await adding.getByLabel("Name").fill("Änna Ørsted");
  await adding.getByRole("button", { name: "Save contact" }).click();
  await expect(adding).toBeHidden();
  await fundedAddress(page);
  await pay(page, anna, "rent for MAY");
  await page.goto(`${astrolabe.url}/transactions`);
  await expect(page.getByText("2 transactions on this device")).toBeVisible(SLOW);
  await offlineReady(page);

  // By hand, and away again: the focus is where it was.
  await entry(page).click();
  await expect(field(page)).toBeFocused();
  await expect(group(page, "Actions").first()).toHaveText("Send a payment");
  await inspectThemes(page, "the palette with nothing typed");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(entry(page)).toBeFocused();

  // A screen: by its beginning, and by keys alone.
  await look(page, "analy");
  await expect(group(page, "Screens")).toHaveText([/Analytics/]);
  await expect(field(page)).toHaveAttribute(
    "aria-activedescendant",
    (await options(page).first().getAttribute("id")) ?? "none",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/analytics$/);
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();

  // A part of a screen: the focus is on it.
  await look(page, "app lock");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "App lock" })).toBeFocused();
  await expect(page.getByRole("region", { name: "App lock" })).toBeInViewport();

  // What was chosen is offered first, and the same keys close it.
  await page.keyboard.press(KEYS);
  await expect(group(page, "Recent")).toHaveText([/App lock/, /Analytics/]);
  await page.keyboard.press(KEYS);
  await expect(palette(page)).toBeHidden();

  await context.setOffline(true);
  await look(page, "stellar lum");
  await group(page, "Assets").filter({ hasText: "XLM" }).click();
  await expect(page).toHaveURL(/\/assets\/XLM$/);

  await look(page, "orst");
  await expect(group(page, "Contacts")).toHaveCount(0);
  await field(page).fill("anna");
  await expect(group(page, "Contacts")).toHaveText([/Änna Ørsted/]);
  await expect(group(page, "Transactions")).toHaveText([/Änna Ørsted.*rent for MAY/]);
  await inspectThemes(page, "the palette with a contact and a payment");
  await page.keyboard.press("Enter");
  const contact = page.getByRole("dialog", { name: "Edit contact" });
  await expect(contact.getByLabel("Stellar address")).toHaveValue(anna);
  await page.keyboard.press("Escape");
  await expect(contact).toBeHidden();

  // Up from the first one leads to the last.
  await look(page, "send änna");
  await expect(group(page, "Actions")).toHaveText([/Send to Änna Ørsted/]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/send(?:\?|$)/);
  await expect(page.getByText("Änna Ørsted").first()).toBeVisible();

  // A payment by its memo, over the screen one is on; closed again, the focus is where it was before.
  await entry(page).focus();
  await look(page, "RENT may");
  await group(page, "Transactions").click();
  const payment = page.getByRole("dialog", { name: "Account created" });
  await expect(payment).toContainText("rent for MAY");
  await expect(page).toHaveURL(/\/send(?:\?|$)/);
  await page.keyboard.press("Escape");
  await expect(payment).toBeHidden();
  await expect(entry(page)).toBeFocused();

  await look(page, "qxzvw jkqzx");
  await expect(palette(page).getByRole("status")).toContainText("Nothing found for “qxzvw jkqzx”");
  await expect(options(page)).toHaveCount(0);
  await inspectThemes(page, "the palette without a result");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeVisible();

  await field(page).fill("light mode");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).not.toHaveClass(/dark/);
});

test("the palette opens over a sheet that may close, takes its place, and never comes over one that may not", async ({
  astrolabe,
  page,
}) => {
  await become(page, astrolabe, newName("peter"));
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  await expect(notifications).toBeVisible();
  await look(page, "");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(notifications).toBeVisible();
  await look(page, "profile and");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/user-settings$/);
  await expect(notifications).toBeHidden();

  await page.route("**/api/**", (route) => (route.request().method() === "GET" ? route.continue() : undefined));
  await page.getByRole("button", { name: "Change limits" }).click();
  const sheet = page.getByRole("dialog", { name: "Change limits" });
  await sheet.getByLabel("Largest single payment, in USD").fill("5000");
  await page.keyboard.press(KEYS);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sheet.getByLabel("Largest single payment, in USD")).toBeFocused();
  await expect(sheet.getByLabel("Largest single payment, in USD")).toHaveValue("5000");
  await sheet.getByRole("button", { name: "Save limits" }).click();
  await expect(sheet.getByRole("button", { name: "Saving" })).toBeDisabled();
  await page.keyboard.press(KEYS);
  await page.keyboard.type("x");
  await expect(palette(page)).toBeHidden();
  await expect(sheet).toBeVisible();
});

test("the app is locked from the palette, which does not open while it is", async ({ astrolabe, page }) => {
  test.setTimeout(300_000);
  await become(page, astrolabe, newName("lara"));
  await page.goto(`${astrolabe.url}/settings`);
  await fundedAddress(page);
  await look(page, "lock the app");
  await expect(group(page, "Actions").filter({ hasText: "Lock the app" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await turnOnByPin(page);
  await look(page, "lock the");
  await expect(options(page).first()).toHaveText("Lock the app");
  await page.keyboard.press("Enter");
  await expect(lockHeading(page)).toBeVisible(SLOW);
  await page.keyboard.press(KEYS);
  await expect(page.getByLabel("PIN", { exact: true })).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
  await unlockByPin(page);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible(SLOW);
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press(KEYS);
  await expect(group(page, "Recent").first()).toHaveText("Lock the app");
});
