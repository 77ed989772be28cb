import type { Page } from "@playwright/test";
import { expect, fundedAddress, newName, offlineReady, PASSWORD, register } from "./astrolabe.ts";
import { done, hold, order, test, untilLive } from "./demo-market.ts";
import { inspectAsItIs, inspectThemes } from "./inspect.ts";

/** Prices that are bid, the highest first. */
async function bids(page: Page, pair: { readonly base: string; readonly quote: string }): Promise<string[]> {
  const { bids: levels } = await (await page.request.get("/api/markets/snapshot", { params: pair })).json();
  return levels.map(([n, d]: [number, number]) => String(n / d));
}

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  const form = page.getByRole("form", { name: "Order" });
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(new RegExp(`^${label}`)).fill(value);
  await form.getByRole("button", { name: /^Review/ }).click();
}

async function confirm(page: Page, button: string, outcome: string): Promise<void> {
  const sheet = page.getByRole("dialog");
  // Whoever places an order that acts later shows who they are, each time.
  if (outcome.startsWith("Placed")) await sheet.getByLabel("Your password").fill(PASSWORD);
  await sheet.getByRole("button", { name: button }).click();
  await expect(sheet.getByText(outcome, { exact: true })).toBeVisible({ timeout: 60_000 });
}

test.use({ viewport: { width: 1440, height: 900 } });

test("a stop sells once its price is there, and what still waits is read offline and cancelled", async ({
  astrolabe,
  browser,
  context,
  page: seller,
}) => {
  test.setTimeout(300_000);
  const other = await browser.newContext({ baseURL: astrolabe.url });
  const buyer = await other.newPage();
  await Promise.all([register(seller, astrolabe, newName("sol")), register(buyer, astrolabe, newName("bea"))]);
  await Promise.all([fundedAddress(seller), fundedAddress(buyer)]);
  await Promise.all([hold(seller, "NKDM"), hold(buyer, "SKL")]);
  await seller.goto("/trade/NKDM/SKL");
  await seller.waitForURL(/\/trade\/NKDM-G\w{55}\/SKL-G\w{55}$/);
  const [, base = "", quote = ""] = /\/trade\/([^/]+)\/([^/]+)$/.exec(seller.url()) ?? [];
  const bid = { kind: "limit", side: "buy", base, quote };
  await expect.poll(async () => (await (await buyer.request.get("/api/wallet")).json()).balances.length).toBe(2);
  await order(buyer, "", "order", { ...bid, amount: "1", price: "80" });
  await expect.poll(() => bids(buyer, { base, quote })).toEqual(["80"]);
  await order(buyer, "", "order", { ...bid, amount: "6", price: "65" });
  await expect.poll(() => bids(buyer, { base, quote })).toEqual(["80", "65"]);

  await seller.getByRole("radio", { name: "Sell NKDM" }).check();
  await expect(seller.getByRole("form", { name: "Order" })).toContainText(/[1-9][\d.,]* NKDM to spend/);
  await seller.getByRole("radio", { name: "Stop" }).check();
  await expect(seller.getByText("Begins once the highest bid falls to this price. It is 80 now")).toBeVisible();
  await inspectThemes(seller, "the form of a stop");
  await fill(seller, { Trigger: "70", "Then limit price": "60", Amount: "5" });
  const review = seller.getByRole("dialog", { name: "Stop-limit: sell 5 NKDM for SKL" });
  await expect(review).toContainText("until the highest bid for one NKDM is 70 SKL or less, as a ledger leaves it");
  await expect(review).toContainText("It is 80 SKL as of ledger");
  await expect(review).toContainText("sell 5 NKDM at 60 SKL or more");
  await expect(review).toContainText("Nothing is kept back: your NKDM");
  await expect(review).toContainText("You get, at least300");
  await inspectThemes(seller, "the review of a stop");
  await expect(review.getByRole("button", { name: "Confirm and wait to sell" })).toBeDisabled();
  await confirm(seller, "Confirm and wait to sell", "Placed: it waits for its price");
  await done(seller);

  await seller.getByRole("radio", { name: "Profit" }).check();
  await fill(seller, { Trigger: "200", "Then limit price": "200", Amount: "2" });
  await confirm(seller, "Confirm and wait to sell", "Placed: it waits for its price");
  await done(seller);
  await seller.getByRole("tab", { name: "Standing (2)" }).click();
  const standing = seller.getByRole("list", { name: "Standing orders", exact: true });
  await expect(standing.getByRole("listitem")).toHaveCount(2);
  await expect(standing).toContainText("When the highest bid for one NKDM is 70 SKL or less");
  await expect(standing).toContainText("When the highest bid for one NKDM is 200 SKL or more");
  await inspectThemes(seller, "standing orders");

  // With the best bid gone, the next one is below the trigger.
  await order(buyer, "/cancel", "cancel", await firstOrder(buyer, { base, quote }));
  const over = seller.getByRole("list", { name: "Standing orders that are over" });
  await expect(over).toContainText("Done", { timeout: 60_000 });
  await expect(standing.getByRole("listitem")).toHaveCount(1);
  await over.getByRole("button", { name: "Details: Sell 5 NKDM for SKL" }).click();
  const details = seller.getByRole("dialog", { name: "Stop-limit: sell 5 NKDM for SKL" });
  await expect(details).toContainText("Limit order placed");
  await expect(details).toContainText("Highest bid 65 SKL, ledger");
  await inspectThemes(seller, "what became of a stop");
  await details.getByRole("button", { name: "Close" }).last().click();
  await seller.getByRole("tab", { name: "Fills" }).click();
  const fills = seller.getByRole("table", { name: "Your fills" });
  await expect(fills.getByRole("row", { name: "Sell NKDM" })).toContainText("325");
  await seller.getByRole("button", { name: /^Notifications, [1-9]/ }).click();
  await expect(seller.getByRole("dialog")).toContainText("Standing order triggered: 5 NKDM");
  await seller.keyboard.press("Escape");

  await seller.setViewportSize({ width: 390, height: 844 });
  await seller.getByRole("tab", { name: "Yours" }).click();
  await seller.getByRole("tab", { name: "Standing (1)" }).click();
  await inspectThemes(seller, "standing orders on a phone");
  await seller.getByRole("tab", { name: "Order", exact: true }).click();
  await seller.getByRole("radio", { name: "TWAP" }).check();
  await inspectAsItIs(seller, "the form of an order in parts on a phone");
  await seller.setViewportSize({ width: 1440, height: 900 });

  await offlineReady(seller);
  await seller.getByRole("tab", { name: "Standing (1)" }).click();
  await expect(over).toContainText("Done");
  await context.setOffline(true);
  await seller.reload();
  await seller.getByRole("tab", { name: "Standing (1)" }).click();
  await expect(standing).toContainText(/200 SKL or more.*placed /);
  await expect(over).toContainText("Done");
  await expect(seller.getByText("none can be placed or cancelled from here")).toBeVisible();
  const cancel = standing.getByRole("button", { name: "Cancel: Sell 2 NKDM for SKL" });
  await expect(cancel).toBeDisabled();
  await seller.getByRole("radio", { name: "Stop" }).check();
  await expect(seller.getByRole("button", { name: /^Review/ })).toBeDisabled();
  await context.setOffline(false);

  await cancel.click();
  await expect(seller.getByRole("dialog")).toContainText("Take-profit: sell 2 NKDM for SKL");
  await confirm(seller, "Confirm and cancel", "Cancelled");
  await done(seller);
  await expect(standing).toHaveCount(0);
  await expect(over.getByRole("listitem").first()).toContainText("Cancelled");
  await other.close();
});

/** The oldest open order of the signed-in person, as one names what to cancel. */
async function firstOrder(page: Page, pair: { readonly base: string; readonly quote: string }): Promise<object> {
  const all = { which: "pair", ...pair };
  const check = await (await page.request.post("/api/trading/orders/cancel/check", { data: all })).json();
  return { which: "these", offerIds: check.offerIds.slice(0, 1) };
}

test("regular buys are set up from the swap, begin at once, and end when they are cancelled", async ({
  astrolabe,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await register(page, astrolabe, newName("rae"));
  await fundedAddress(page);
  await untilLive(page);
  await page.goto("/swap");
  const card = page.getByRole("region", { name: "Recurring buys" });
  await card.getByRole("button", { name: "Buy regularly" }).click();
  const sheet = page.getByRole("dialog", { name: "Buy regularly" });
  const usdc = sheet.getByLabel("You buy").getByRole("option", { name: /^USDC/ });
  await sheet.getByLabel("You buy").selectOption((await usdc.getAttribute("value")) ?? "");
  await sheet.getByLabel("Spend each time (XLM)").fill("10");
  await sheet.getByRole("radio", { name: "Month" }).check();
  await sheet.getByLabel("Ends").selectOption({ label: "After some times" });
  await sheet.getByLabel("How many times").fill("12");
  await expect(sheet).toContainText("You spend in all120");
  await inspectThemes(page, "the form of regular buys");
  await sheet.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Recurring buy: buy USDC for 10 XLM" });
  await expect(review).toContainText("The first buy is made at once, then every month at that time");
  await expect(review).toContainText("USDC is added to your account with it");
  await expect(review).toContainText("You spend in all120");
  await inspectThemes(page, "the review of regular buys");
  await confirm(page, "Confirm and buy regularly", "Placed: it runs by itself");
  await done(page);
  const list = card.getByRole("list", { name: "Standing orders", exact: true });
  await expect(list).toContainText("1 of 12", { timeout: 60_000 });
  await expect
    .poll(async () => JSON.stringify(await (await page.request.get("/api/wallet")).json()))
    .toContain('"assetCode":"USDC"');
  await inspectThemes(page, "a swap with a regular buy");
  await list.getByRole("button", { name: "Cancel: Buy USDC for 10 XLM" }).click();
  await confirm(page, "Confirm and cancel", "Cancelled");
  await done(page);
  await expect(list).toHaveCount(0);
  await expect(card.getByRole("list", { name: "Standing orders that are over" })).toContainText("Cancelled");
});

test("a trailing stop follows the price, one of two prices ends the other, and both are read offline and cancelled", async ({
  astrolabe,
  browser,
  context,
  page: seller,
}) => {
  test.setTimeout(300_000);
  const other = await browser.newContext({ baseURL: astrolabe.url });
  const buyer = await other.newPage();
  await Promise.all([register(seller, astrolabe, newName("tia")), register(buyer, astrolabe, newName("ben"))]);
  await Promise.all([fundedAddress(seller), fundedAddress(buyer)]);
  await Promise.all([hold(seller, "NKDM"), hold(buyer, "SKL")]);
  await seller.goto("/trade/NKDM/SKL");
  await seller.waitForURL(/\/trade\/NKDM-G\w{55}\/SKL-G\w{55}$/);
  const [, base = "", quote = ""] = /\/trade\/([^/]+)\/([^/]+)$/.exec(seller.url()) ?? [];
  await expect.poll(async () => (await (await buyer.request.get("/api/wallet")).json()).balances.length).toBe(2);
  const bid = (price: string) =>
    order(buyer, "", "order", { kind: "limit", side: "buy", base, quote, amount: "1", price });
  await bid("300");
  await expect.poll(async () => (await bids(buyer, { base, quote }))[0]).toBe("300");

  await seller.getByRole("radio", { name: "Sell NKDM" }).check();
  await expect(seller.getByRole("form", { name: "Order" })).toContainText(/[1-9][\d.,]* NKDM to spend/);
  await seller.getByRole("radio", { name: "Trail" }).check();
  await expect(seller.getByText("it follows the highest bid at once. It is 300 now")).toBeVisible();
  await seller.getByLabel("Trail (%)").fill("10");
  await expect(seller.getByRole("form", { name: "Order" })).toContainText("Trigger to begin with270 SKL");
  await inspectThemes(seller, "the form of a trailing stop");
  await fill(seller, { "Limit beyond it": "10", Amount: "2" });
  const review = seller.getByRole("dialog");
  await expect(review).toContainText("falls 10 % below the highest one seen, as ledgers leave it from now on");
  await expect(review).toContainText("You get, at least486");
  await inspectThemes(seller, "the review of a trailing stop");
  await confirm(seller, "Confirm and follow to sell", "Placed: it waits for its price");
  await done(seller);

  await seller.getByRole("radio", { name: "OCO" }).check();
  const legs = { "Stop trigger": "200", "Stop limit": "190", "Take-profit trigger": "150", "Take-profit limit": "390" };
  await fill(seller, { ...legs, Amount: "1" });
  await expect(seller.getByText("Choose a price above the stop")).toBeVisible();
  await inspectThemes(seller, "the form of an order with two prices");
  await fill(seller, { "Take-profit trigger": "400" });
  await expect(review).toContainText("the highest bid for one NKDM is 200 SKL or less, or 400 or more");
  await expect(review).toContainText("The other ends with it");
  await inspectThemes(seller, "the review of an order with two prices");
  await confirm(seller, "Confirm and wait to sell", "Placed: it waits for its price");
  await done(seller);

  await bid("320");
  await seller.getByRole("tab", { name: "Standing (2)" }).click();
  const standing = seller.getByRole("list", { name: "Standing orders", exact: true });
  await expect(standing).toContainText("would sell at 288 SKL, best seen 320", { timeout: 60_000 });
  await inspectThemes(seller, "standing orders that follow a price");
  await offlineReady(seller);
  await context.setOffline(true);
  await seller.reload();
  await seller.getByRole("tab", { name: "Standing (2)" }).click();
  await expect(standing).toContainText("would sell at 288 SKL, best seen 320");
  await expect(standing.getByRole("button", { name: /^Cancel: Sell 1 NKDM/ })).toBeDisabled();
  await context.setOffline(false);

  // Whoever takes the profit takes the highest bid away, which is what the other one waits for.
  await bid("400");
  const over = seller.getByRole("list", { name: "Standing orders that are over" });
  await expect(over.getByText("Done", { exact: true })).toHaveCount(2, { timeout: 60_000 });
  await over.getByRole("button", { name: "Details: Sell 1 NKDM for SKL" }).click();
  await expect(review).toContainText("Take-profit reached, highest bid 400 SKL");
  await review.getByRole("button", { name: "Close" }).last().click();
  // A tenth below 400, and a tenth of that: nobody bids so much any more.
  await seller.getByRole("tab", { name: "Open (1)" }).click();
  await expect(seller.getByRole("table", { name: "Open orders" })).toContainText("324");

  const profit = { triggerPrice: "100", price: "90", profitTrigger: "500", profitPrice: "490", expiresAt: null };
  const oco = { kind: "oco", side: "sell", base, quote, amount: "1", ...profit };
  await order(seller, "", "order", oco, "/api/durable-orders");
  await seller.getByRole("tab", { name: "Standing (1)" }).click();
  await standing.getByRole("button", { name: "Cancel: Sell 1 NKDM for SKL" }).click();
  await expect(review).toContainText("When the highest bid for one NKDM is 100 SKL or less, or 500 or more");
  await confirm(seller, "Confirm and cancel", "Cancelled");
  await done(seller);
  // Other tests trade the pair on this server.
  for (const page of [seller, buyer]) await order(page, "/cancel", "cancel", { which: "pair", base, quote });
  await other.close();
});
