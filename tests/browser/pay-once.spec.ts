import { Keypair } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import { type Astrolabe, become, expect, fundedAddress, newName, PASSWORD, test } from "./astrolabe.ts";
import { pauseSetter } from "./pause.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";
import { IS_SHORT } from "./windows.ts";

const SEND = "**/api/wallet/send?*";

/** Fills in a payment to somebody new and confirms it. */
async function confirm(page: Page, astrolabe: Astrolabe, amount: string): Promise<void> {
  await page.goto(`${astrolabe.url}/send`);
  await page.getByLabel("To", { exact: true }).fill(Keypair.random().publicKey());
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await expect(review).toContainText("You have not sent to this address before");
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
}

/** Payments of this amount in the history. */
function paid(page: Page, amount: string) {
  return page.getByRole("list", { name: "Transactions" }).getByRole("listitem").filter({ hasText: amount });
}

test("a payment whose answer got lost keeps its key through refusals, reloads and a sign-out that is asked about", async ({
  astrolabe,
  page,
}) => {
  await become(page, astrolabe, newName("olga"));
  await fundedAddress(page, astrolabe.url);
  const keys: unknown[] = [];
  await page.route(SEND, async (route) => {
    keys.push(route.request().postDataJSON().idempotencyKey);
    if (keys.length === 1) {
      await route.fetch();
      return route.abort();
    }
    const json = { code: "not-ready", message: "The service is starting." };
    return keys.length === 2 ? route.fulfill({ status: 503, json }) : route.continue();
  });
  await confirm(page, astrolabe, "2,5");
  const open = page.getByRole("dialog", { name: "Did the payment go through?" });
  await expect(open).toContainText("2.5");
  await open.getByRole("button", { name: "Ask again" }).click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(open.getByRole("button", { name: "Ask again" })).toBeEnabled();

  await page.goto(`${astrolabe.url}/dashboard`);
  await page.getByRole("button", { name: "Account of" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const leaving = page.getByRole("dialog", { name: "Sign out and lose what is not sent?" });
  await expect(leaving).toContainText("1 confirmation has no answer yet.");
  await leaving.getByRole("button", { name: "Stay signed in" }).click();

  await page.goto(`${astrolabe.url}/send`);
  // What was accepted is answered without another password.
  await expect(open.getByRole("button", { name: "Ask again" })).toBeEnabled();
  await expect(open.getByLabel("Your password")).toHaveCount(0);
  await open.getByRole("button", { name: "Ask again" }).click();
  const outcome = page.getByText(/^Confirmed in ledger \d+$/);
  await expect(outcome).toBeVisible({ timeout: 60_000 });
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
  await page.getByRole("link", { name: "See all transactions" }).click();
  await expect(paid(page, "2.5")).toHaveCount(1);
});

if (!IS_SHORT)
  test("another tab neither believes an answer lost while a payment is being sent, nor takes its key away", async ({
    astrolabe,
    context,
    page,
  }) => {
    await become(page, astrolabe, newName("otto"));
    await fundedAddress(page, astrolabe.url);
    const answer = Promise.withResolvers<void>();
    await page.route(SEND, async (route) => {
      await answer.promise;
      return route.continue();
    });
    await confirm(page, astrolabe, "3.25");
    await expect(page.getByRole("button", { name: "Sending" })).toBeVisible();

    const other = await context.newPage();
    await other.goto(`${astrolabe.url}/send`);
    await expect(other.getByText("A payment of yours is being confirmed")).toBeVisible();
    await other.getByLabel("Amount").fill("9");
    await expect(other.getByRole("dialog")).toHaveCount(0);
    answer.resolve();
    // The network may let a payment expire; the server makes it again.
    let isExpired = true;
    await page.route("**/api/wallet/submissions/*", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      if (isExpired) json.submission.state = "expired";
      return route.fulfill({ response, json });
    });
    await expect(page.getByText("Not through in time")).toBeVisible();
    await expect(page.getByRole("button", { name: "New payment" })).toHaveCount(0);
    isExpired = false;
    await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("status").filter({ hasText: "Confirmed in ledger" })).toBeFocused();
    await page.goto(`${astrolabe.url}/transactions`);
    await expect(paid(page, "3.25")).toHaveCount(1);
  });

test("a passkey that is shown after its payment was left confirms nothing", async ({ astrolabe, page, request }) => {
  await addAuthenticator(page);
  await become(page, astrolabe, newName("petra"));
  await page.goto(`${astrolabe.url}/user-settings`);
  await fundedAddress(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("My laptop");
  await adding.getByRole("button", { name: "Continue" }).click();
  const identity = page.getByRole("dialog", { name: "Confirm that it is you" });
  await identity.getByLabel("Your password").fill(PASSWORD);
  await identity.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("list", { name: "Your passkeys" }).getByText("My laptop")).toBeVisible();
  const setPause = await pauseSetter(request, astrolabe);
  await setPause(0);

  const shown = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route("**/api/confirm-identity/passkey/options?*", async (route) => {
    isAsked = true;
    await shown.promise;
    return route.continue();
  });
  let sent = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/wallet/send") sent += 1;
  });
  await page.goto(`${astrolabe.url}/dashboard`);
  await page.getByRole("link", { name: "Send", exact: true }).first().click();
  await page.getByLabel("To", { exact: true }).fill(Keypair.random().publicKey());
  await page.getByLabel("Amount").fill("4");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await review.getByRole("button", { name: "Confirm and send with a passkey" }).click();
  await expect.poll(() => isAsked).toBe(true);
  await expect(review.getByRole("button", { name: "Back" })).toBeDisabled();
  await review.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("Escape");
  await expect(review).toBeVisible();

  await page.goBack();
  await page.waitForURL("**/dashboard");
  const confirmed = page.waitForResponse("**/api/confirm-identity/passkey/options?*");
  shown.resolve();
  await (await confirmed).finished();
  await page.getByRole("link", { name: "Send", exact: true }).first().click();
  await expect(page.getByLabel("Amount")).toHaveValue("4");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(sent).toBe(0);

  // Each payment asks anew, though the session was confirmed a moment ago; the passkey makes it one touch, once.
  await page.unroute("**/api/confirm-identity/passkey/options?*");
  for (const amount of ["4", "4.5"]) {
    if (amount !== "4") {
      await page.getByRole("button", { name: "New payment" }).click();
      await page.getByLabel("To", { exact: true }).fill(Keypair.random().publicKey());
      await page.getByLabel("Amount").fill(amount);
    }
    await page.getByRole("button", { name: "Review" }).click();
    await expect(review.getByLabel("Your password")).toBeVisible();
    await review.getByRole("button", { name: "Confirm and send with a passkey" }).click();
    await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible({ timeout: 60_000 });
  }
  expect(sent).toBe(2);
  await setPause(24);
});
