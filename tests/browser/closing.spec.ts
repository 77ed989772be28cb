import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  type Astrolabe,
  become,
  expect,
  fundedAddress,
  newName,
  offlineReady,
  PASSWORD,
  signIn,
  test,
} from "./astrolabe.ts";
import { aFriend } from "./friend.ts";

/** For what takes a few seconds on a quiet machine. */
const SLOW = { timeout: 60_000 };

/** Puts an order into the book that sells 10 XLM. */
async function offer({ request }: Page, { url }: Astrolabe, issuer: string): Promise<void> {
  const order = { kind: "limit", side: "sell", base: "XLM", quote: `EUR-${issuer}`, amount: "10", price: "0.25" };
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const data = { order, agreed, idempotencyKey: randomBytes(12).toString("hex"), password: PASSWORD };
  const identity = { data: { password: PASSWORD } };
  expect((await request.post(`${url}/api/confirm-identity`, identity)).ok()).toBe(true);
  const answer = await request.post(`${url}/api/trading/orders`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const review = { data: { sendRestTo: issuer } };
  const ordersNow = async () =>
    (await (await request.post(`${url}/api/account/close/review`, review)).json()).orders?.length;
  await expect.poll(ordersNow, SLOW).toBe(1);
}

test("closing shows all that moves out; beyond a limit it is announced, read offline, and taken back on another device", async ({
  astrolabe,
  browser,
  context,
  page,
  request,
}) => {
  test.setTimeout(360_000);
  const [name, friendName] = [newName("carl"), newName("dora")];
  const [friend] = await Promise.all([
    aFriend(request, astrolabe, friendName),
    become(page, astrolabe, name).then(() => fundedAddress(page, astrolabe.url)),
  ]);
  await offer(page, astrolabe, friend);
  const settings = `${astrolabe.url}/user-settings`;

  await page.goto(settings);
  await page.getByRole("button", { name: "Close my account" }).click();
  const closing = page.getByRole("dialog", { name: "Close your account" });
  await closing.getByLabel("Send the rest to").fill(friendName);
  await closing.getByRole("button", { name: "Continue" }).click();
  await expect(closing).toContainText("Your order to sell 10 XLM for EUR is cancelled.");
  await expect(closing).toContainText("1 asset is removed from the account.");
  await expect(closing).toContainText(friend);
  await expect(closing).toContainText("It happens 1 day from now");
  await expect(closing).toContainText("This is above your transaction limit of");
  await closing.getByLabel(`Write your username, ${name}`).fill(name);
  await closing.getByLabel("Your password").fill(PASSWORD);
  await closing.getByRole("button", { name: "Announce the closing" }).click();
  const card = page.getByRole("region", { name: "Close my account" });
  await expect(card).toContainText(/Your account closes .* That is in (?:1 day|23 hours)/);
  await expect(card).toContainText(friend);

  await card.scrollIntoViewIfNeeded();
  await offlineReady(page);
  await context.setOffline(true);
  await page.reload();
  await expect(card).toContainText(/Your account closes/);
  await expect(card.getByRole("button", { name: "Keep my account" })).toBeDisabled();
  await context.setOffline(false);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, astrolabe, name);
  await other.goto(`${astrolabe.url}/settings`);
  await other.getByRole("button", { name: "Keep my account" }).click();
  await expect(other.getByText("Your account closes")).toHaveCount(0);
  await other.goto(settings);
  await expect(other.getByRole("button", { name: "Close my account" })).toBeVisible();
  await page.goto(settings);
  await expect(page.getByRole("button", { name: "Close my account" })).toBeVisible();
  await expect(page.getByText("Your account closes")).toHaveCount(0);
  await other.context().close();
});
