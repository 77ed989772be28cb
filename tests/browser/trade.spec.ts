import type { Page } from "@playwright/test";
import { expect, fundedAddress, newName, offlineReady, register } from "./astrolabe.ts";
import { confirm, done, hold, test } from "./demo-market.ts";
import { inspectAsItIs, inspectThemes } from "./inspect.ts";

async function fillIn(page: Page, price: string, amount: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Price/ }).fill(price);
  await page.getByRole("textbox", { name: /^Amount/ }).fill(amount);
  await page.getByRole("button", { name: /^Review/ }).click();
}

/** Of a market in which there is one candle: what needs more says so, and the choice stays on this device. */
async function chooseIndicators(page: Page): Promise<void> {
  const legend = page.getByRole("list", { name: "Indicators" });
  await expect(legend.getByRole("listitem")).toHaveText([
    "SMA 20 needs 20 candles, has 1",
    "SMA 50 needs 50 candles, has 1",
  ]);
  await page.getByRole("button", { name: "Indicators" }).focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Indicators" });
  const third = sheet.getByRole("group", { name: "Moving average 3" });
  await third.getByRole("switch", { name: "EMA 200" }).press("Space");
  await third.getByLabel("Candles").fill("1");
  await expect(third.getByRole("alert")).toHaveText("From 2 to 500");
  await inspectThemes(page, "the choice of indicators");
  await third.getByLabel("Candles").fill("2");
  await sheet.getByRole("switch", { name: "Bollinger bands" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Indicators" })).toBeFocused();
  await page.reload();
  await expect(legend).toContainText("BB 20, 2 needs 20 candles");
  await expect(legend).toContainText("EMA 2 needs 2 candles, has 1");
}

/** Where there is room, the book stands beside the form, and a price of it is one tap away. */
async function takeBesideForm(page: Page, hasRoom: boolean): Promise<void> {
  await page.getByRole("tab", { name: "Order", exact: true }).click();
  const level = page.getByRole("button", { name: /^Sell offers at 90/ });
  await expect(level).toHaveCount(hasRoom ? 1 : 0);
  if (!hasRoom) return;
  const price = page.getByRole("textbox", { name: /^Price/ });
  await price.fill("");
  const placeOf = (element: HTMLElement | SVGElement) => {
    const { left, right, top } = element.getBoundingClientRect();
    return { left, right, top: top + scrollY };
  };
  const [before, beside] = [await price.evaluate(placeOf), await level.evaluate(placeOf)];
  await level.click();
  await expect(price).toHaveValue(/^90(\.0+)?$/);
  expect(beside.left, "the book is to the right of the form").toBeGreaterThanOrEqual(before.right);
  expect(await price.evaluate(placeOf), "the form has not moved").toEqual(before);
}

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
  await chooseIndicators(seller);
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
    await takeBesideForm(seller, text === "100%");
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
  await expect(seller.getByRole("list", { name: "Indicators" })).toContainText(/EMA 2 needs 2 candles, has 1/);
  await expect(seller.getByText("Nothing can be ordered without a connection")).toBeVisible();
  await context.setOffline(false);
  await expect(seller.getByText(/^Book and trades as last seen/)).toHaveCount(0);
  await other.close();
});
