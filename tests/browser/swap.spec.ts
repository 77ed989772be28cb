import type { Page } from "@playwright/test";
import {
  type Astrolabe,
  expect,
  fundedAddress,
  newName,
  offlineReady,
  register,
  startAstrolabe,
  test as base,
} from "./astrolabe.ts";
import { receiveUsdc } from "./choose-asset.ts";
import { inspectThemes } from "./inspect.ts";

/** An Astrolabe with a demo market of one day. */
const test = base.extend<object, { astrolabe: Astrolabe }>({
  astrolabe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const astrolabe = await startAstrolabe(undefined, { DEMO: "1", DEMO_DAYS: "1" });
      await use(astrolabe);
      await astrolabe.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** Waits until the markets were read in, and answers with the key of the listed dollar. */
async function dollarOf(page: Page): Promise<string> {
  await expect
    .poll(async () => (await (await page.request.get("/api/markets/pools")).json()).state, { timeout: 120_000 })
    .toBe("live");
  const { assets } = await (await page.request.get("/api/assets/listed")).json();
  const issuers: unknown[] = assets.flatMap((asset: { assetCode: string; issuer: string }) =>
    asset.assetCode === "USDC" ? [asset.issuer] : [],
  );
  return `USDC-${String(issuers[0])}`;
}

async function swapIn(page: Page, amount: string): Promise<void> {
  await page.getByLabel("You send", { exact: true }).fill(amount);
  await page.getByRole("button", { name: "Review" }).click();
}

test.use({ baseURL: async ({ astrolabe }, use) => use(astrolabe.url) });

test("one asset is swapped for another and back, for what the review showed at least", async ({
  astrolabe,
  context,
  page,
}) => {
  await register(page, astrolabe, newName("sue"));
  await fundedAddress(page);
  await dollarOf(page);
  await page.goto("/swap");
  await receiveUsdc(page);
  await swapIn(page, "100");
  const review = page.getByRole("dialog", { name: "Check before you swap" });
  await expect(review.getByText("USDC is added to your account")).toBeVisible();
  await expect(review.getByText(/^If less than [\d.]+ USDC would arrive, nothing is swapped\.$/)).toBeVisible();
  await inspectThemes(page, "the review of a swap");
  await review.getByRole("button", { name: "Confirm and swap" }).click();
  const receipt = page.getByRole("dialog", { name: "Your swap" });
  await expect(receipt.getByText(/^Swapped in ledger \d+$/)).toBeVisible({ timeout: 40_000 });
  await expect(receipt.getByText(/^You received [\d.]+ USDC\.$/)).toBeVisible();
  await receipt.getByRole("button", { name: "Done" }).click();

  // The other way, with what arrives fixed.
  await page.getByRole("button", { name: "Turn around: swap the other way" }).click();
  await page.getByLabel("You receive", { exact: true }).fill("12.5");
  await expect(page.getByText("Maximum sent")).toBeVisible();
  await inspectThemes(page, "a swap with its price");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(review).toContainText("You receive exactly12.5");
  await review.getByRole("button", { name: "Confirm and swap" }).click();
  await expect(receipt.getByText("You received 12.5 XLM.")).toBeVisible({ timeout: 40_000 });
  await receipt.getByRole("button", { name: "Done" }).click();

  await page.getByLabel("You send", { exact: true }).fill("2");
  await offlineReady(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("nothing can be swapped without one", { exact: false })).toBeVisible();
  await expect(page.getByLabel("You send", { exact: true })).toHaveValue("2");
  await expect(page.getByRole("button", { name: "Offline", exact: true })).toBeDisabled();
});

test("a price that has moved away is not swapped at, and the new one is shown beside it", async ({
  astrolabe,
  page,
}) => {
  await register(page, astrolabe, newName("tom"));
  await fundedAddress(page);
  const dollar = await dollarOf(page);
  await page.goto(`/swap?send=XLM&receive=${dollar}`);
  await page.getByText("Own", { exact: true }).click();
  await page.getByLabel("Own slippage, in percent").fill("0");
  await page.getByLabel("You send", { exact: true }).fill("500");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you swap" });
  await expect(review.getByText("Network fee, at most")).toBeVisible();
  const promise = await review.getByText(/^If less than [\d.]+ USDC would arrive, nothing is swapped\.$/).textContent();
  const promised = Number(/[\d.]*\d/.exec(promise ?? "")?.[0]);
  // Where the market's makers take the price nobody knows, and what others take they bring back: only the link can let it fall.
  await page.route("**/api/markets/quote?*", async (route) => {
    const response = await route.fetch();
    const receiveAmount = (promised * 0.99).toFixed(7);
    await route.fulfill({ response, json: { ...(await response.json()), receiveAmount } });
  });
  const moved = review.getByRole("alert").filter({ hasText: /you were shown [\d.]+ USDC, and now it is/ });
  await expect(moved).toContainText("worse for you");
  await expect(review.getByRole("button", { name: "Confirm and swap" })).toBeHidden();
  await review.getByRole("button", { name: "Look at the new price" }).click();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(review).toContainText("Minimum received");
});

test("both assets go into a pool and come out again, and the share is read offline", async ({
  astrolabe,
  context,
  page,
}) => {
  await register(page, astrolabe, newName("una"));
  await fundedAddress(page);
  const dollar = await dollarOf(page);
  await page.goto(`/swap?send=XLM&receive=${dollar}`);
  await swapIn(page, "200");
  await page.getByRole("button", { name: "Confirm and swap" }).click();
  await expect(page.getByText(/^You received [\d.]+ USDC\.$/)).toBeVisible({ timeout: 40_000 });

  await page.goto("/amm");
  await page.getByRole("link", { name: /^XLM \/ USDC/ }).click();
  await page.getByLabel("XLM to deposit").fill("50");
  await expect(page.getByLabel("USDC to deposit")).not.toHaveValue("");
  await page.getByRole("button", { name: "Review" }).click();
  const depositing = page.getByRole("dialog", { name: "Check before you deposit" });
  await depositing.getByRole("button", { name: "Confirm and deposit" }).click();
  // Once it is confirmed there is nothing left to check.
  const deposited = page.getByRole("dialog", { name: "Your deposit" });
  await expect(deposited.getByText(/^Deposited in ledger \d+$/)).toBeVisible({ timeout: 40_000 });
  await deposited.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Fees earned")).toBeVisible();
  await inspectThemes(page, "a pool with one's own position");

  await offlineReady(page);
  await expect(page.getByText("Fees earned")).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("nothing can be deposited or withdrawn", { exact: false })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your position" })).toBeVisible();
  await context.setOffline(false);

  await page.getByRole("tab", { name: "Withdraw" }).click();
  await page.getByRole("button", { name: "Review" }).click();
  const withdrawing = page.getByRole("dialog", { name: "Check before you withdraw" });
  await expect(withdrawing.getByText("These are all of your shares", { exact: false })).toBeVisible();
  await withdrawing.getByRole("button", { name: "Confirm and withdraw" }).click();
  const withdrawn = page.getByRole("dialog", { name: "Your withdrawal" });
  await expect(withdrawn.getByText(/^Withdrawn in ledger \d+$/)).toBeVisible({ timeout: 40_000 });
  await withdrawn.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("You have no share of this pool now.")).toBeVisible();
});
