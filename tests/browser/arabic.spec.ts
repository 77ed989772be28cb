import { randomBytes, randomUUID } from "node:crypto";
import { StrKey } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { aFriend } from "./friend.ts";
import { isArabic } from "./in-arabic.ts";
import { beginWalk } from "./walk.ts";
import { ANYTHING, like, type Words, wordsOf } from "./words.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };
/** Fills in a payment and has it looked at. */
async function review(page: Page, say: Words, to: string, amount: string): Promise<void> {
  await page.getByLabel(say("To", { context: "who is paid" }), { exact: true }).fill(to);
  await page.getByLabel(say("Amount"), { exact: true }).fill(amount);
  await page.getByRole("button", { name: say("Review", { context: "button" }), exact: true }).click();
}

test.describe("whose phone is in Arabic", () => {
  test.use({ locale: "ar-EG" });

  test("registers, is told why a payment cannot be made, pays, and reads the history without a connection", async ({
    astrolabe,
    page,
    request,
  }) => {
    const say = await wordsOf("ar");
    const friend = await aFriend(request, astrolabe, newName("friend"));
    await page.goto(`${astrolabe.url}/auth`);
    await page.getByRole("tab", { name: say("Get Started") }).click();
    const form = page.getByRole("tabpanel", { name: say("Get Started") });
    const name = newName("amal");
    await form.getByLabel(say("Username")).fill(name);
    await form.getByLabel(say("Email")).fill("nowhere");
    await form.getByRole("button", { name: say("Create Account") }).click();
    await expect(form.getByText(say("field.email"))).toBeVisible();
    await isArabic(page, page.getByRole("main"));
    await form.getByLabel(say("Email")).fill(`${name}@example.org`);
    await form.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
    await form.getByLabel(say("Confirm password")).fill(PASSWORD);
    await form.getByRole("button", { name: say("Create Account") }).click();
    await page.waitForURL("**/dashboard");

    const own = await fundedAddress(page);
    await page.goto(`${astrolabe.url}/send`);
    const asOf = { amount: ANYTHING, assetCode: ANYTHING, asOfLedger: ANYTHING };
    await expect(
      page.getByText(like(say("{amount} {assetCode} can be spent, as of ledger {asOfLedger}", { values: asOf }))),
    ).toBeVisible(SLOW);
    await review(page, say, own, "1");
    await expect(page.getByText(say("error.recipient-is-self"))).toBeVisible();
    // What only the server knows: nobody has this address yet.
    await review(page, say, StrKey.encodeEd25519PublicKey(randomBytes(32)), "0.5");
    const refused = page.getByRole("dialog", { name: say("This cannot be sent as it is") });
    await expect(refused).toContainText(like(say("error.recipient-not-ready", { values: { minimum: ANYTHING } })));
    await isArabic(page, refused);
    await refused.getByRole("button", { name: say("Change it") }).click();

    await review(page, say, friend, "12.5");
    const check = page.getByRole("dialog", { name: say("Check before you send") });
    await check.getByLabel(say("Your password")).fill(PASSWORD);
    await isArabic(page, check);
    await check.getByRole("button", { name: say("Confirm and send") }).click();
    const confirmed = say("Confirmed in ledger {ledger}", { context: "payment", values: { ledger: ANYTHING } });
    await expect(page.getByText(like(confirmed))).toBeVisible(SLOW);

    await page.goto(`${astrolabe.url}/transactions`);
    const history = page.getByRole("list", { name: say("Transactions") });
    const paid = history.getByRole("listitem").filter({ hasText: "12.5" });
    await expect(paid).toContainText(like(say("Sent to {name}", { values: { name: ANYTHING } })));
    await expect(paid.getByText(/12\.5/).first()).toHaveCSS("direction", "ltr");
    await offlineReady(page);
    await expect(paid).toBeVisible();
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole("banner").getByText(say("Offline"))).toBeVisible(SLOW);
    await expect(paid).toContainText(like(say("Sent to {name}", { values: { name: ANYTHING } })));
    await isArabic(page, page.getByRole("main"));
    await paid.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await isArabic(page, page.getByRole("dialog"));

    await page.goto(`${astrolabe.url}/send`);
    await page.getByLabel(say("To", { context: "who is paid" }), { exact: true }).fill(friend);
    await page.getByLabel(say("Amount"), { exact: true }).fill("2.5");
    await expect(page.getByText(say("You are offline"), { exact: true })).toBeVisible();
    await page.getByRole("button", { name: say("Put aside as a draft") }).click();
    const drafts = page.getByRole("list", { name: say("Payments that are not sent yet") });
    await expect(drafts).toContainText(like(say("Draft, kept until {day}", { values: { day: ANYTHING } })));
    await isArabic(page, page.getByRole("main"));
  });
});

test("another language is on everything at once, on what was told and refused before, too, and so is the first one again", async ({
  astrolabe,
  page,
  request,
}) => {
  const arabic = await wordsOf("ar");
  const english = await wordsOf("en");
  const friend = await aFriend(request, astrolabe, newName("friend"));
  const own = await become(page, astrolabe, newName("lina"));
  await fundedAddress(page, astrolabe.url);
  const walk = await beginWalk(page, astrolabe.url);
  await walk("/settings");
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible(SLOW);
  const gift = { to: own, assetCode: "XLM", amount: "12.5", idempotencyKey: randomUUID(), password: PASSWORD };
  expect((await request.post(`${astrolabe.url}/api/wallet/send`, { data: gift })).status()).toBe(202);
  await expect(
    page.getByRole("button", {
      name: english("{unread, plural, one {Notifications, # unread} other {Notifications, # unread}}", {
        values: { unread: 1 },
      }),
    }),
  ).toBeVisible(SLOW);
  await repeatMonthly(page, `${astrolabe.url}/api/durable-orders/payments`, friend);
  // Whoever freezes their account has what waits taken back, and the reason is kept.
  expect((await page.request.post(`${astrolabe.url}/api/security/freeze`)).ok()).toBe(true);

  const otherTab = await page.context().newPage();
  await otherTab.goto(`${astrolabe.url}/faq`);
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  for (const [language, say] of [
    ["ar", arabic],
    ["en", english],
  ] as const) {
    await walk("/settings");
    await page.locator("[aria-labelledby=settings-language] select").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
    await expect(page.getByRole("heading", { level: 1, name: say("Settings") })).toBeVisible();
    await expect(otherTab.locator("html")).toHaveAttribute("lang", language);
    if (language === "ar") await isArabic(page, page.locator("body"));
    const bell = page.getByRole("banner").getByRole("button", { name: new RegExp(`^${say("Notifications")}`) });
    await bell.click();
    const told = page.getByRole("dialog", { name: say("Notifications") }).getByRole("list");
    await expect(told).toContainText(say("notification.account-frozen.title"), SLOW);
    const received = { hasAmount: "yes", amount: ANYTHING };
    await expect(told).toContainText(like(say("notification.payment-received.title", { values: received })));
    await page.keyboard.press("Escape");
    await walk("/send");
    const over = page.getByRole("list", { name: say("Repeated payments that are over") });
    await expect(over).toContainText(say("reason.account-frozen"), SLOW);
  }
  await expect(page.locator("body[data-same-page]")).toBeAttached();
});

/** Sets up a payment that repeats, as its screen does. */
async function repeatMonthly(page: Page, at: string, to: string): Promise<void> {
  const payment = {
    kind: "payment",
    asset: "XLM",
    amount: "2.5",
    memo: "",
    memoType: "text",
    every: "month",
    times: null,
    startsAt: new Date(Date.now() + 10 * 86_400_000).toISOString(),
    expiresAt: null,
    to,
  };
  const check = await page.request.post(`${at}/check`, { data: payment });
  expect(check.ok(), await check.text()).toBe(true);
  const { memo, memoType, networkFee, operatorFee, recipient } = await check.json();
  const agreed = { to: recipient.address, memo, memoType, networkFee, operatorFee };
  const data = { payment, agreed, idempotencyKey: randomUUID(), password: PASSWORD };
  const answer = await page.request.post(at, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}
