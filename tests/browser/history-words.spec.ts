import type { Page } from "@playwright/test";
import { expect, fundedAddress, newName, register } from "./astrolabe.ts";
import { confirm, done, hold, test } from "./demo-market.ts";
import { inspectThemes } from "./inspect.ts";

/** Texts in the list that are wider or higher than what shows them. */
async function cutIn(page: Page): Promise<string[]> {
  return page
    .getByRole("list", { name: "Transactions" })
    .evaluate((list) =>
      [...list.querySelectorAll("button *")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== "visible")
        .map(({ textContent }) => textContent),
    );
}

test("the history on a phone says what was traded, placed and cancelled, whole, one row each", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(240_000);
  await register(page, astrolabe, newName("wanda"));
  await fundedAddress(page);
  await hold(page, "NKDM");
  await page.goto("/trade/NKDM/SKL");
  await page.getByRole("radio", { name: "Sell NKDM" }).check();
  await expect(page.getByRole("form", { name: "Order" })).toContainText(/[1-9][\d.,]* NKDM to spend/);
  await page.getByRole("textbox", { name: /^Price/ }).fill("80");
  await page.getByRole("textbox", { name: /^Amount/ }).fill("10.1234567");
  await page.getByRole("button", { name: /^Review/ }).click();
  await confirm(page, "Confirm and sell", /^Placed in ledger \d/);
  await done(page);
  await page.getByRole("button", { name: /^Cancel: Sell 10.1234567 NKDM at 80 SKL/ }).click();
  await confirm(page, "Confirm and cancel", /^Cancelled in ledger \d/);
  await done(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/transactions");
  const list = page.getByRole("list", { name: "Transactions" });
  const rows = list.getByRole("listitem");
  await expect(rows.filter({ hasText: "Cancelled: sell 10.1234567 at 80" })).toHaveCount(1, { timeout: 30_000 });
  await expect(rows.filter({ hasText: "Offer placed: 10.1234567 NKDM at 80" })).toHaveCount(1);
  await expect(rows.filter({ hasText: /^Added NKDM/ })).toHaveCount(1);
  const traded = rows.filter({ hasText: /Sold 1,000 XLM for [\d.,]+ NKDM on the market/ });
  await expect(traded).toHaveCount(1);
  await expect(rows.filter({ hasText: /NKDM bought/ })).toHaveCount(0);
  await inspectThemes(page, "the history on a phone");
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => cutIn(page), `at ${width} px`).toEqual([]);
  }

  await rows.filter({ hasText: "Cancelled" }).click();
  const detail = page.getByRole("dialog", { name: "Cancelled: sell 10.1234567 at 80" });
  for (const text of ["MarketNKDM/SKL", "SideSell", "Price, at its limit80 SKL", "Limit, 0 of 10.1234567 filled"])
    await expect(detail).toContainText(text);
  await page.keyboard.press("Escape");
  await traded.click();
  await expect(page.getByRole("dialog")).toContainText(/Gave.*XLM.*Got.*NKDM|Got.*NKDM.*Gave.*XLM/);
  await inspectThemes(page, "an exchange of the history");
});
