import type { Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import {
  expect,
  fundedAddress,
  newName,
  offlineReady,
  register,
  startAstrolabe,
  test as base,
  type Astrolabe,
} from "./astrolabe.ts";
import { inspectAsItIs, inspectThemes } from "./inspect.ts";

/** An Astrolabe with a demo market of one day, in which nobody trades NKDM for SKL. */
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

/** Gets some of a listed asset for 1,000 XLM, without a screen. */
async function hold(page: Page, code: string): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get("/api/markets")).json()).state, { timeout: 120_000 })
    .toBe("live");
  const { assets } = await (await page.request.get("/api/assets/listed")).json();
  const [quote] = assets.flatMap((asset: { assetCode: string; issuer: string }) =>
    asset.assetCode === code ? [`${code}-${asset.issuer}`] : [],
  );
  const { ticker } = await (await page.request.get("/api/markets/snapshot", { params: { base: "XLM", quote } })).json();
  const price = (Number(ticker.bid) * 0.8).toFixed(6);
  const order = { kind: "market", side: "sell", base: "XLM", quote, amount: "1000", price };
  const check = await (await page.request.post("/api/trading/orders/check", { data: order })).json();
  expect(check.refusals).toEqual([]);
  const agreed = { networkFee: check.isFeeSponsored ? "0" : check.networkFee, operatorFees: check.operatorFees };
  const placed = await page.request.post("/api/trading/orders", {
    data: { order, agreed, idempotencyKey: randomUUID() },
  });
  expect(placed.ok(), await placed.text()).toBe(true);
}

/** Confirms what is reviewed, and waits for the ledger that holds it. */
async function confirm(page: Page, button: string, outcome: RegExp): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: button }).click();
  await expect(sheet.getByText(outcome)).toBeVisible({ timeout: 60_000 });
}

async function done(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function fillIn(page: Page, price: string, amount: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Price/ }).fill(price);
  await page.getByRole("textbox", { name: /^Amount/ }).fill(amount);
  await page.getByRole("button", { name: /^Review/ }).click();
}

test.use({ baseURL: async ({ astrolabe }, use) => use(astrolabe.url), viewport: { width: 1440, height: 900 } });

test("an order is placed, changed, cancelled and filled, seen live by both sides, and readable offline", async ({
  astrolabe,
  browser,
  context,
  page: seller,
}) => {
  test.setTimeout(300_000);
  const other = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: astrolabe.url });
  const buyer = await other.newPage();
  await register(seller, astrolabe, newName("sal"));
  await register(buyer, astrolabe, newName("bob"));
  await Promise.all([fundedAddress(seller), fundedAddress(buyer)]);
  await Promise.all([hold(seller, "NKDM"), hold(buyer, "SKL")]);

  // Codes alone lead to what they name here.
  for (const page of [seller, buyer]) {
    await page.goto("/trade/nkdm/SKL");
    await page.waitForURL(/\/trade\/NKDM-G\w{55}\/SKL-G\w{55}$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("NKDM / SKL");
  }
  await seller.getByRole("radio", { name: "Sell NKDM" }).check();
  await expect(seller.getByRole("form", { name: "Order" })).toContainText(/[1-9][\d.,]* NKDM to spend/);
  await fillIn(seller, "80", "10");
  const review = seller.getByRole("dialog", { name: "Sell 10 NKDM for SKL" });
  await expect(review).toContainText("80 SKL for one NKDM");
  await expect(review).toContainText("You get, at least800");
  await inspectThemes(seller, "the review of an order");
  await confirm(seller, "Confirm and sell", /^Placed in ledger \d/);
  await done(seller);
  const open = seller.getByRole("table", { name: "Open orders" });
  await expect(open).toContainText("80");
  await expect(seller.getByRole("button", { name: /^Sell offers at 80.*yours among them/ })).toBeVisible();
  await expect(buyer.getByRole("button", { name: /^Sell offers at 80[^,]*: use this price/ })).toBeVisible();

  await open.getByRole("button", { name: /^Change: Sell 10 NKDM at 80 SKL/ }).click();
  await seller
    .getByRole("dialog")
    .getByLabel(/^Price/)
    .fill("90");
  await seller.getByRole("dialog").getByRole("button", { name: "Review" }).click();
  await confirm(seller, "Confirm and change", /^Changed in ledger \d/);
  await done(seller);
  const offer = buyer.getByRole("button", { name: /^Sell offers at 90/ });
  await expect(offer).toBeVisible();
  await expect(buyer.getByRole("button", { name: /^Sell offers at 80/ })).toHaveCount(0);

  await fillIn(seller, "120", "1");
  await confirm(seller, "Confirm and sell", /^Placed in ledger \d/);
  await done(seller);
  await open.getByRole("button", { name: /^Cancel: Sell 1 NKDM at 120 SKL/ }).click();
  await confirm(seller, "Confirm and cancel", /^Cancelled in ledger \d/);
  await done(seller);
  await expect(seller.getByRole("tab", { name: "Open (1)" })).toBeVisible();

  await offer.click();
  await expect(buyer.getByRole("textbox", { name: /^Price/ })).toHaveValue(/^90(\.0+)?$/);
  await fillIn(buyer, "90", "4");
  await confirm(buyer, "Confirm and buy", /^Placed in ledger \d/);
  await expect(buyer.getByRole("dialog")).toContainText("4 NKDM traded at once for 360 SKL");
  await done(buyer);
  await expect(open.getByRole("row", { name: /Sell NKDM/ })).toContainText("40.0 %");
  for (const [page, side] of [
    [seller, "Sell NKDM"],
    [buyer, "Buy NKDM"],
  ] as const) {
    await expect(page.getByRole("table", { name: /^Latest trades of NKDM for SKL/ })).toContainText("Bought at 90");
    await page.getByRole("tab", { name: "Fills" }).click();
    await expect(page.getByRole("table", { name: "Your fills" }).getByRole("row", { name: side })).toContainText("360");
  }
  await seller.getByRole("tab", { name: "Open (1)" }).click();
  await expect(seller.getByRole("img", { name: /^Chart of NKDM in SKL/ })).toBeVisible();
  await inspectThemes(seller, "a market");
  for (const [width, text] of [
    [320, "100%"],
    [390, "200%"],
  ] as const) {
    await seller.setViewportSize({ width, height: 844 });
    await seller.evaluate((size) => document.documentElement.style.setProperty("font-size", size), text);
    for (const part of ["Chart", "Book", "Order", "Yours (1)"]) {
      await seller.getByRole("tab", { name: part, exact: true }).click();
      await inspectAsItIs(seller, `a market in ${width} px with text at ${text}, ${part}`);
    }
  }
  await seller.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await seller.setViewportSize({ width: 1440, height: 900 });

  await offlineReady(seller);
  await expect(open).toContainText("90");
  await context.setOffline(true);
  await expect(seller.getByText(/^Book and trades as last seen/)).toBeVisible();
  await expect(seller.getByRole("button", { name: /^Review/ })).toBeDisabled();
  await seller.reload();
  await expect(seller.getByRole("button", { name: /^Sell offers at 90.*yours among them/ })).toBeVisible();
  await expect(seller.getByText(/^Book and trades as last seen/)).toBeVisible();
  await expect(open.getByRole("button", { name: /^Cancel: / })).toBeDisabled();
  await expect(seller.getByText("Nothing can be ordered without a connection")).toBeVisible();
  await context.setOffline(false);
  await expect(seller.getByText(/^Book and trades as last seen/)).toHaveCount(0);
  await other.close();
});
