import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { inspectAsItIs, inspectBoth } from "./inspect.ts";

/** Nobody makes a market here: the device is told of one. */
async function tellPrices(page: Page, at: Date): Promise<void> {
  const price = { assetCode: "XLM", issuer: "", usd: "0.3", xlm: "1", change24h: null, at: at.toISOString() };
  const json = { asOfLedger: 1, at: at.toISOString(), prices: [price] };
  await page.context().route("**/api/markets/prices?*", (route) => route.fulfill({ json }));
}

test("somebody asks by a link, somebody else opens it, signs in, and pays by what it is in dollars", async ({
  astrolabe,
  browser,
  context,
  page,
}) => {
  const note = 'Lunch <b>& tea</b>, click https://evil.example "now" \u202Eoof';
  const asker = await become(page, astrolabe, newName("ida"));
  await fundedAddress(page, astrolabe.url);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: astrolabe.url });
  await page.goto(`${astrolabe.url}/receive`);
  await page.getByLabel("Amount in XLM (optional)").fill("12.5");
  await page.getByLabel("Memo (optional)").fill("1e5");
  await page.getByLabel("Note for whoever pays (optional)").fill(note);
  await inspectAsItIs(page, "a request with a note");
  await page.getByRole("button", { name: "Copy payment link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${astrolabe.url}/pay\\?destination=${asker}&`));

  // Whoever is asked is signed out, on a device of their own.
  const other = await browser.newContext({ reducedMotion: "reduce", viewport: page.viewportSize() });
  const payer = await other.newPage();
  const name = newName("pat");
  await become(payer, astrolabe, name);
  await fundedAddress(payer, astrolabe.url);
  await other.clearCookies();
  await tellPrices(payer, new Date());
  await asked(payer, link, asker);
  await signInFromLink(payer, name);
  await payInDollars(payer, asker);
  await other.close();
});

async function asked(page: Page, link: string, asker: string): Promise<void> {
  const answer = await page.goto(link);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "Somebody asks to be paid" })).toBeVisible();
  const content = page.getByRole("main");
  await expect(content).toContainText("12.5XLM");
  await expect(content).toContainText(asker);
  await expect(content).toContainText("1e5");
  const said = page.getByRole("figure", { name: /Whoever asks to be paid wrote this/ });
  await expect(said).toContainText('Lunch <b>& tea</b>, click https://evil.example "now" oof');
  await expect(said.locator("b, a")).toHaveCount(0);
  await expect(page.getByRole("img", { name: "QR code of the payment request" })).toBeVisible();
  const wallet = page.getByRole("link", { name: "Open in a wallet on this device" });
  await expect(wallet).toHaveAttribute("href", /^web\+stellar:pay\?destination=G.*memo=1e5/);
  await inspectBoth(page, page.url());
  // A link that says something twice says nothing.
  await page.goto(`${link}&amount=9`);
  await expect(page.getByRole("alert")).toContainText("says something twice");
  await expect(page.getByRole("link", { name: "Sign in to pay" })).toHaveCount(0);
  await offlineReady(page);
  await page.context().setOffline(true);
  await page.goto(link);
  await expect(said).toContainText("Lunch");
  await expect(page.getByRole("img", { name: "QR code of the payment request" })).toBeVisible();
  await page.context().setOffline(false);
}

async function signInFromLink(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in to pay" }).click();
  await expect(page.getByText("You go on with the payment")).toBeVisible();
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Username").fill(name);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/send");
}

async function payInDollars(page: Page, asker: string): Promise<void> {
  const amount = page.getByLabel("Amount");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue(asker);
  await expect(page.getByLabel("Memo (optional)")).toHaveValue("1e5");
  await expect(amount).toHaveValue("12.5");
  await expect(page.getByRole("figure", { name: /Whoever asks/ })).toContainText("Lunch");
  await expect(page.getByText("can be spent, as of ledger")).toBeVisible({ timeout: 60_000 });

  // Shown in dollars and back, what was asked for is there to the letter; nothing moves.
  const memo = page.getByLabel("Memo (optional)");
  await expect(page.getByText("≈ $3.75", { exact: true })).toBeVisible();
  const place = await memo.boundingBox();
  await page.getByRole("button", { name: "Type in USD" }).click();
  await expect(page.getByLabel("Amount in USD")).toHaveValue("3.75");
  await expect(page.getByText("≈ 12.5 XLM", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Type in XLM" }).click();
  await expect(amount).toHaveValue("12.5");
  await page.getByRole("button", { name: "Type in USD" }).click();
  await amount.fill("10");
  await expect(page.getByText("≈ 33.3333333 XLM", { exact: true })).toBeVisible();
  expect(await memo.boundingBox()).toEqual(place);
  await inspectAsItIs(page, "an amount in dollars");

  // As two hours later: what was typed is kept in what it was typed in, and how old the price is is said.
  await tellPrices(page, new Date(Date.now() - 7_200_000));
  await page.reload();
  await expect(page.getByLabel("Amount in USD")).toHaveValue("10");
  await expect(page.getByText("≈ 33.3333333 XLM, by prices of 2 hours ago", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Max" }).click();
  await expect(page.getByText(/^≈ 9,9\d\d[\d.]* XLM/)).toBeVisible();
  await amount.fill("10");

  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await expect(review).toContainText("33.3333333XLM");
  await expect(review.getByRole("figure", { name: /Whoever asks/ })).toContainText("Lunch");
  await inspectAsItIs(page, "the review of what was asked for");
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("main")).toContainText("33.3333333");
}
