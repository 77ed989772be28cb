import { Keypair } from "@stellar/stellar-sdk";
import type { Locator, Page } from "@playwright/test";
import QRCode from "qrcode";
import { become, expect, fundedAddress, newName, PASSWORD, test } from "./astrolabe.ts";
import { inspectAsItIs, inspectThemes } from "./inspect.ts";
import { linkMailedTo } from "./mailed-link.ts";
import { pauseSetter } from "./pause.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

/** Moves the focus to what a screen reader calls so, by the tab key alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key does not lead to ${String(target)}`);
}

async function confirmByPassword(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "Confirm that it is you" });
  await sheet.getByLabel("Your password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Confirm" }).click();
}

test("a payment is sent by keyboard alone, told by names, and confirmed with a passkey in place of the password", async ({
  astrolabe,
  page,
  request,
}) => {
  await addAuthenticator(page);
  await become(page, astrolabe, newName("kay"));
  await page.goto(`${astrolabe.url}/user-settings`);
  await fundedAddress(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("Key");
  await adding.getByRole("button", { name: "Continue" }).click();
  await confirmByPassword(page);
  await expect(page.getByRole("list", { name: "Your passkeys" })).toContainText("Key");
  const setPause = await pauseSetter(request, astrolabe);
  await setPause(0);
  // Somebody who came in by passkey has shown no password.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${astrolabe.url}/auth`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/dashboard");

  const to = Keypair.random().publicKey();
  await page.goto(`${astrolabe.url}/send`);
  await expect(page.getByText("can be spent, as of ledger")).toBeVisible();
  await tabTo(page, page.getByRole("textbox", { name: "To", exact: true }));
  await page.keyboard.type(to);
  await tabTo(page, page.getByRole("textbox", { name: "Amount" }));
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  const amount = page.getByRole("textbox", { name: "Amount" });
  await expect(amount).toHaveAccessibleDescription(/greater than zero/);
  await expect(amount).toBeFocused();
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2.5");
  await tabTo(page, page.getByRole("textbox", { name: "Memo (optional)" }));
  // Shown as it is, apart from what stands around it.
  await page.keyboard.insertText("<i>\u05E9\u05DC\u05D5\u05DD</i>");
  await tabTo(page, page.getByRole("combobox", { name: "Kind of memo" }));
  await tabTo(page, page.getByRole("button", { name: "Review" }));
  await page.keyboard.press("Enter");

  const review = page.getByRole("dialog", { name: "Check before you send" });
  await expect(review).toContainText(to);
  await expect(review.locator("bdi").filter({ hasText: "<i>\u05E9\u05DC\u05D5\u05DD</i>" })).toBeVisible();
  await expect(review.getByRole("textbox", { name: "Your password" })).toBeVisible();
  expect(await review.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await inspectThemes(page, "the review");
  // The focus stays within, and Escape leads back to what was typed.
  await page.keyboard.press("Escape");
  await expect(review).toBeHidden();
  await expect(amount).toHaveValue("2.5");
  await tabTo(page, page.getByRole("button", { name: "Review" }));
  await page.keyboard.press("Enter");
  await tabTo(page, review.getByRole("button", { name: "Confirm and send with a passkey" }));
  await page.keyboard.press("Enter");
  const result = page.getByRole("status").filter({ hasText: /^Confirmed in ledger \d+/ });
  await expect(result).toBeVisible({ timeout: 60_000 });
  await setPause(24);
  await tabTo(page, page.getByRole("link", { name: "See all transactions" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Transactions" })).toContainText("2.5");
});

test("people change their picture and their email address", async ({ astrolabe, page }) => {
  const name = newName("pia");
  await become(page, astrolabe, name);
  await page.goto(`${astrolabe.url}/user-settings`);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>`;
  const picture = page.getByLabel("Picture of yourself");
  await picture.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from(drawing) });
  await expect(page.getByRole("alert").filter({ hasText: "could not be read as a picture" })).toBeVisible();
  const buffer = await QRCode.toBuffer("me", { width: 900 });
  await picture.setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  const inHeader = page.getByRole("button", { name: /^Account of/ }).locator("img");
  await expect(inHeader).toHaveAttribute("src", /^data:image\/webp;base64,/);
  await page.reload();
  await expect(inHeader).toBeVisible();

  const email = `new-${name}@example.org`;
  await page.getByRole("button", { name: "Change email address" }).click();
  const sheet = page.getByRole("dialog", { name: "Change email address" });
  await sheet.getByLabel("New email address").fill("nowhere");
  await sheet.getByRole("button", { name: "Mail the link" }).click();
  await expect(sheet.getByText("Please enter a valid email address")).toBeVisible();
  await sheet.getByLabel("New email address").fill(email);
  await sheet.getByRole("button", { name: "Mail the link" }).click();
  await confirmByPassword(page);
  await expect(page.getByText("Look into your mailbox", { exact: true })).toBeVisible();
  await page.goto(await linkMailedTo(astrolabe, email, "confirm-email"));
  await expect(page.getByRole("button", { name: "Use this address" })).toBeVisible();
  await inspectAsItIs(page, "the page that confirms an address");
  await page.getByRole("button", { name: "Use this address" }).click();
  await page.getByRole("link", { name: "Back to your profile" }).click();
  // Until it has waited the former one is in use.
  await expect(page.getByText(/^Takes effect /).first()).toBeVisible();
  await expect(
    page.getByText(new RegExp(`Your email address changes from ${name}@example.org to ${email}`)).first(),
  ).toBeVisible();
  await expect(page.getByRole("main").getByText(`${name}@example.org`, { exact: true })).toBeVisible();
});
