import type { Locator, Page } from "@playwright/test";
import { expect, fundedAddress, newName, offlineReady, register } from "./astrolabe.ts";
import { confirm, done, test, untilLive } from "./demo-market.ts";
import { inspectAsItIs, inspectThemes } from "./inspect.ts";

const PANELS = ["Chart", "Depth", "Your orders", "Order book", "Trades", "Price ladder", "Order form"];

function panel(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** Presses Enter on a button without touching it. */
async function enter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled({ timeout: 60_000 });
  await button.focus();
  await button.press("Enter");
}

async function keepsFrom(page: Page, action: () => Promise<void>): Promise<void> {
  await action();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("a person trades by the keyboard alone, on a screen that stays as they arranged it, also offline and on a phone", async ({
  astrolabe,
  context,
  page,
}) => {
  test.setTimeout(360_000);
  await register(page, astrolabe, newName("pia"));
  await fundedAddress(page);
  await untilLive(page);
  await page.goto("/pro-trading?base=xlm&quote=usdc");
  await page.waitForURL(/base=XLM&quote=USDC-G\w{55}/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("XLM / USDC");
  for (const name of PANELS) await expect(panel(page, name)).toBeVisible();
  const ladder = panel(page, "Price ladder");
  const orders = panel(page, "Your orders");
  const order = page.getByRole("form", { name: "Order" });
  await expect(ladder.getByRole("button", { name: /\d offered[,:]/ }).first()).toBeVisible();
  await expect(panel(page, "Depth").getByRole("img", { name: /^Depth of XLM in USDC/ })).toBeVisible();

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("nothing is ordered before you confirm it there");
  await inspectThemes(page, "the list of shortcuts");
  // What is open over the screen has keys of its own.
  await page.keyboard.press("s");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("radio", { name: "Buy XLM" })).toBeChecked();

  await page.keyboard.press("s");
  await expect(page.getByRole("radio", { name: "Sell XLM" })).toBeChecked();
  const amount = order.getByRole("textbox", { name: /^Amount/ });
  await expect(amount).toBeFocused();
  await keepsFrom(page, () => page.keyboard.type("x?r"));
  await expect(amount).toHaveValue("x?r");
  await amount.fill("25");
  await page.keyboard.press("Escape");
  await expect(panel(page, "Order form")).toBeFocused();
  await keepsFrom(page, () => page.keyboard.press("Control+Shift+X"));
  await page.keyboard.press("k");
  const price = order.getByRole("textbox", { name: /^Price/ });
  const bestAsk = Number(await price.inputValue());

  await page.keyboard.press("d");
  for (let steps = 0; steps < 40; steps += 1) await page.keyboard.press("ArrowUp");
  const name = (await page.locator(":focus").getAttribute("aria-label")) ?? "";
  await page.keyboard.press("Enter");
  await expect(price).toHaveValue(name.split(",")[0] ?? "");
  expect(Number(await price.inputValue())).toBeGreaterThan(bestAsk);
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog", { name: "Sell 25 XLM for USDC" })).toBeVisible();
  await expect(page.locator("#pro-orders").getByRole("tab", { name: "Open (0)", includeHidden: true })).toBeAttached();
  await enter(page.getByRole("button", { name: "Confirm and sell" }));
  await expect(page.getByText(/^Placed in ledger \d/)).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press("Escape");
  await expect(orders.getByRole("table", { name: "Open orders" })).toContainText("25");
  await page.keyboard.press("d");
  await expect(ladder.getByRole("button", { name: /offered, yours among them/ })).toBeVisible();

  await page.keyboard.press("x");
  await expect(page.getByRole("dialog", { name: "Cancel all in XLM / USDC" })).toBeVisible();
  await confirm(page, "Confirm and cancel", /^Cancelled in ledger \d/);
  await done(page);
  await expect(orders.getByRole("tab", { name: "Open (0)" })).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByText("No open orders in this pair.")).toBeVisible();

  const border = page.getByRole("separator", { name: /^Between chart with your orders and/ });
  const widthOf = async () => Math.round((await panel(page, "Chart").boundingBox())?.width ?? 0);
  const before = await widthOf();
  await border.focus();
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press("ArrowLeft");
  await expect.poll(widthOf).toBe(before - 48);
  await page.keyboard.press("v");
  await page.getByRole("switch", { name: "Trades" }).press("Enter");
  await page.keyboard.press("Escape");
  await expect(panel(page, "Trades")).toHaveCount(0);
  await inspectThemes(page, "the pro screen");

  await page.keyboard.press("f");
  await page.getByRole("searchbox", { name: "Search pairs" }).fill("nkdm skl");
  await enter(page.getByRole("link", { name: /NKDM \/ SKL|SKL \/ NKDM/ }));
  const tabs = page.getByRole("navigation", { name: "Open pairs" });
  await expect(tabs.getByRole("listitem")).toHaveCount(3);
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("XLM / USDC");
  await expect(amount).toHaveValue("");
  await amount.fill("7");

  await offlineReady(page);
  await expect(tabs.getByRole("listitem")).toHaveCount(3);
  expect(await widthOf()).toBe(before - 48);
  await expect(panel(page, "Trades")).toHaveCount(0);
  await expect(ladder.getByRole("button", { name: /\d offered[,:]/ }).first()).toBeVisible();

  for (const [width, text] of [
    [320, "100%"],
    [390, "200%"],
    [390, "100%"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), text);
    for (const part of ["Chart", "Ladder", "Book", "Order", "Yours"]) {
      await page.getByRole("tab", { name: part, exact: true }).click();
      await inspectAsItIs(page, `the pro screen in ${width} px with text at ${text}, ${part}`);
    }
  }
  await page.getByRole("tab", { name: "Ladder" }).click();
  await ladder
    .getByRole("button", { name: /\d bid for[,:]/ })
    .first()
    .click();
  await expect(order).toBeVisible();
  await expect(price).not.toHaveValue("");
  await page.setViewportSize({ width: 1440, height: 900 });

  await context.setOffline(true);
  await expect(page.getByText(/^Book and trades as last seen/)).toBeVisible();
  await page.reload();
  await expect(ladder.getByRole("button", { name: /\d offered[,:]/ }).first()).toBeVisible();
  await expect(page.getByText(/^Book and trades as last seen/)).toBeVisible();
  await amount.fill("5");
  await page.keyboard.press("Escape");
  await keepsFrom(page, () => page.keyboard.press("r"));
  await keepsFrom(page, () => page.keyboard.press("Shift+X"));
  await expect(page.getByText("You are offline: nothing can be cancelled.")).toBeVisible();
  await expect(page.getByText("Nothing can be ordered without a connection")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Book and trades as last seen/)).toHaveCount(0);
});
