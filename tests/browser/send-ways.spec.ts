import { Keypair } from "@stellar/stellar-sdk";
import type { BrowserContext, Page } from "@playwright/test";
import { type Astrolabe, become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";

test.describe.configure({ timeout: 300_000 });

async function addContact(page: Page, name: string, address: string, memo = ""): Promise<void> {
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Stellar address").fill(address);
  await sheet.getByLabel("Memo (optional)").fill(memo);
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(sheet).toBeHidden();
}

/** What the form says. */
async function filled(page: Page, fields: { readonly to: string; readonly amount?: string; readonly memo?: string }) {
  await expect(page.getByLabel("To", { exact: true })).toHaveValue(fields.to);
  await expect(page.getByLabel("Amount")).toHaveValue(fields.amount ?? "");
  await expect(page.getByLabel("Memo (optional)")).toHaveValue(fields.memo ?? "");
}

async function copied(page: Page, text: string): Promise<void> {
  await page.evaluate((copy) => navigator.clipboard.writeText(copy), text);
}

test("whom to pay is chosen among contacts, pasted, shared by another app, or opened from a link", async ({
  astrolabe,
  context,
  page,
}) => {
  const [ana, ben, other] = Array.from({ length: 3 }, () => Keypair.random().publicKey());
  await become(page, astrolabe, newName("sam"));
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await addContact(page, "Ana Álvarez", ana ?? "", "rent");
  await addContact(page, "Ben", ben ?? "");
  await chooseContacts(page, astrolabe, ana ?? "", ben ?? "");
  await pasteAndDenied(page, context, astrolabe, other ?? "");
  await openLinks(page, astrolabe, other ?? "");
});

async function chooseContacts(page: Page, { url }: Astrolabe, ana: string, ben: string): Promise<void> {
  await page.goto(`${url}/send`);
  await page.getByRole("button", { name: "Choose a contact" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a contact" });
  await expect(picker.getByRole("listitem")).toHaveText([/Ana Álvarez/, /Ben/]);
  await inspectThemes(page, "choosing a contact");
  const search = picker.getByLabel("Search contacts");
  await search.fill("nobody of them");
  await expect(picker.getByText("Nobody by that name")).toBeVisible();
  await search.fill("alva");
  await picker.getByRole("button", { name: /Ana Álvarez/ }).click();
  await expect(picker).toBeHidden();
  await filled(page, { to: ana, memo: "rent" });
  await expect(page.getByLabel("To", { exact: true })).toHaveAccessibleDescription(/Ana Álvarez/);
  // The memo of one is not carried to the next, and what was typed beside it stands.
  await page.getByLabel("Amount").fill("2");
  await page.getByRole("button", { name: "Choose a contact" }).click();
  await picker.getByRole("button", { name: /Ben/ }).click();
  await filled(page, { to: ben, amount: "2" });
}

async function pasteAndDenied(page: Page, context: BrowserContext, { url }: Astrolabe, other: string): Promise<void> {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  const paste = page.getByRole("button", { name: "Paste", exact: true });
  await copied(page, `  Please send it to ${other}, thank you `);
  await paste.click();
  await filled(page, { to: other, amount: "2" });
  const asked = new URLSearchParams({ destination: other, amount: "12.5", memo: "777", memo_type: "MEMO_ID" });
  await copied(page, `Pay me: web+stellar:pay?${asked}`);
  await paste.click();
  await filled(page, { to: other, amount: "12.5", memo: "777" });
  await expect(page.getByLabel("Kind of memo")).toHaveValue("id");
  await copied(page, " ");
  await paste.click();
  await expect(page.getByRole("alert")).toHaveText(/There is no text to paste/);
  await filled(page, { to: other, amount: "12.5", memo: "777" });
  await context.clearPermissions();
  const client = await context.newCDPSession(page);
  const permission = { name: "clipboard-read" };
  await client.send("Browser.setPermission", { permission, setting: "denied", origin: url });
  await paste.click();
  await expect(page.getByRole("alert")).toHaveText(/does not let the app read what you copied/);
}

/** As the browser opens the app for others: a shared text, and a link of the network's own kind. */
async function openLinks(page: Page, { url }: Astrolabe, other: string): Promise<void> {
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    return (await fetch(link?.href ?? "")).json();
  });
  const { action, method, params } = manifest.share_target;
  expect(method).toBe("GET");
  const shared = new URLSearchParams({ [params.text]: `My address is ${other}`, [params.url]: "" });
  await page.goto(`${url}${action}?${shared}`);
  await expect(page.getByLabel("To", { exact: true })).toHaveValue(other);
  await expect(page).toHaveURL(`${url}/send`);

  const [handler] = manifest.protocol_handlers;
  expect(handler.protocol).toBe("web+stellar");
  const link = `web+stellar:pay?${new URLSearchParams({ destination: other, amount: "3.5", memo: "from a link" })}`;
  await page.goto(`${url}${handler.url.replace("%s", encodeURIComponent(link))}`);
  await filled(page, { to: other, amount: "3.5", memo: "from a link" });
  await expect(page).toHaveURL(`${url}/send`);
  // Nothing of it is sent, or asked for, by opening it.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("dialog", { name: "Check before you send" })).toContainText("from a link");
}

test("payments are put aside, taken up in any order, and end with their time; what was typed meanwhile is kept", async ({
  astrolabe,
  context,
  page,
}) => {
  const [ana, ben] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
  await become(page, astrolabe, newName("drew"));
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await addContact(page, "Ana", ana);
  await page.goto(`${astrolabe.url}/send`);
  await expect(page.getByText("can be spent, as of ledger")).toBeVisible();
  await offlineReady(page);
  await context.setOffline(true);
  const drafts = page.getByRole("list", { name: "Payments that are not sent yet" }).getByRole("listitem");
  const draft = (text: string) => drafts.filter({ hasText: text });
  const putAside = async (to: string, amount: string) => {
    await page.getByLabel("To", { exact: true }).fill(to);
    await page.getByLabel("Amount").fill(amount);
    await page.getByRole("button", { name: "Put aside as a draft" }).click();
    await filled(page, { to: "" });
  };
  await expect(page.getByRole("button", { name: "Put aside as a draft" })).toHaveCount(0);
  await putAside(ana, "1.5");
  await putAside(ben, "2.5");
  await expect(drafts).toHaveText([/1\.5 XLM to Ana/, /2\.5 XLM to/]);
  await page.reload();
  await expect(drafts).toHaveCount(2);
  await inspectThemes(page, "drafts, offline");

  await page.getByLabel("To", { exact: true }).fill("half-name");
  await draft("to Ana").getByRole("button", { name: "Take up" }).click();
  await filled(page, { to: ana, amount: "1.5" });
  await expect(drafts).toHaveText([/2\.5 XLM to/, /Some XLM to half-name/]);
  await draft("2.5 XLM").getByRole("button", { name: "Take up" }).click();
  await filled(page, { to: ben, amount: "2.5" });
  await draft("half").getByRole("button", { name: "Remove the draft to half-name" }).click();
  await expect(drafts).toHaveText([/1\.5 XLM to Ana/]);

  // Removed in another tab meanwhile: what stands here is left alone.
  const other = await context.newPage();
  await other.goto(`${astrolabe.url}/send`);
  await other.getByRole("button", { name: "Remove the draft to Ana" }).click();
  await draft("to Ana").getByRole("button", { name: "Take up" }).click();
  await expect(page.getByRole("alert")).toHaveText(/no longer kept on this device/);
  await filled(page, { to: ben, amount: "2.5" });
  await other.close();

  // As a week later.
  await page.getByRole("button", { name: "Put aside as a draft" }).click();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("astrolabe.send-drafts") ?? "");
    for (const one of kept.drafts) one.expiresAtMs = one.keptAtMs;
    localStorage.setItem("astrolabe.send-drafts", JSON.stringify(kept));
  });
  await page.reload();
  await expect(draft("2.5 XLM")).toContainText("Expired, no longer to be sent");
  await expect(draft("2.5 XLM").getByRole("button", { name: "Take up" })).toHaveCount(0);
  await draft("2.5 XLM")
    .getByRole("button", { name: /^Remove/ })
    .click();

  // One that is taken up is confirmed online like any other.
  await putAside(ana, "4.25");
  await context.setOffline(false);
  await draft("to Ana").first().getByRole("button", { name: "Take up" }).click();
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await expect(review).toContainText("Ana");
  await inspectThemes(page, "the review of a payment");
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible({ timeout: 60_000 });
});
