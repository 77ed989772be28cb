import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, PASSWORD } from "./astrolabe.ts";
import { hold, test, untilLive } from "./demo-market.ts";
import { isArabic, turnToArabic } from "./in-arabic.ts";
import { inspectThemes } from "./inspect.ts";

/** Candles of a minute: one in which something is traded closes within it, and then a busy machine takes its time. */
const NEXT_CANDLE_MS = 240_000;

test("somebody tests a strategy, is told of its signals, lets it trade, and stops it", async ({
  astrolabe,
  astrolabe: { url },
  context,
  page,
}) => {
  test.setTimeout(900_000);
  await become(page, astrolabe, newName("bea"));
  await page.goto(`${url}/automated-trading`);
  await fundedAddress(page);
  await untilLive(page);
  await expect(page.getByRole("button", { name: "Choose a strategy" })).toBeVisible();
  await inspectThemes(page, "automated trading, nothing yet");
  await chooseRegularBuying(page);

  const form = page.getByRole("dialog", { name: "Back-test it" });
  await form.getByRole("button", { name: "Run the back-test" }).click();
  await expect(form.getByText("Too few trades to mean anything")).toBeVisible({ timeout: 60_000 });
  await expect(form.getByText("Bought and held").first()).toBeVisible();
  await inspectThemes(page, "a back-test");
  await form.getByRole("button", { name: "Next" }).click();
  await page.getByRole("radio", { name: /Tell me/ }).check();
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you start" });
  await expect(review).toContainText("Regular buying");
  await review.getByRole("button", { name: "Confirm and start" }).click();
  await expect(page.getByRole("dialog")).toContainText("It tells you", { timeout: 60_000 });
  await page.getByRole("dialog").getByRole("button", { name: "Show it" }).click();

  const standing = page.getByRole("region", { name: "How it stands" });
  await expect(standing).toContainText("Running");
  const signals = page.getByRole("list", { name: "Signals" });
  // Somebody trades in this minute, be it nobody else: else it has no candle.
  await hold(page, "USDC");
  await expect(signals.getByRole("listitem").first()).toContainText("It is its turn to buy", {
    timeout: NEXT_CANDLE_MS,
  });
  await expect(signals.getByRole("link", { name: /Fill in an order: buy USDC/ }).first()).toBeVisible();

  await standing.getByRole("button", { name: "Tell or trade" }).click();
  await page.getByRole("radio", { name: /Trade for me/ }).check();
  const choice = page.getByRole("dialog", { name: "Tell or trade" });
  await expect(choice.getByRole("button", { name: "Review" })).toBeDisabled();
  await choice.getByLabel("I know that I can lose money").check();
  await choice.getByRole("button", { name: "Review" }).click();
  const again = page.getByRole("dialog", { name: "Check before it goes on" });
  await again.getByLabel("Your password").fill(PASSWORD);
  await again.getByRole("button", { name: "Confirm and let it trade" }).click();
  await expect(again).toContainText("It trades for you", { timeout: 60_000 });
  await again.getByRole("button", { name: "Done" }).click();
  await hold(page, "USDC");
  await expect(signals.getByRole("listitem").filter({ hasText: "Transaction" }).first()).toContainText("Traded", {
    timeout: NEXT_CANDLE_MS,
  });
  await inspectThemes(page, "an automation that trades");

  // What it did is read without a connection, too.
  await context.setOffline(true);
  await expect(page.getByText("You are offline: what runs goes on at our server.")).toBeVisible();
  await expect(signals.getByRole("listitem").first()).toBeVisible();
  await context.setOffline(false);

  await standing.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("dialog", { name: "Stop this automation?" }).getByRole("button", { name: "Stop it" }).click();
  const stopped = page.getByRole("dialog", { name: "Stopped" });
  await expect(stopped).toContainText("It decides nothing any more.");
  await stopped.getByRole("button", { name: "Done" }).click();
  await expect(standing).toContainText("Stopped");

  await turnToArabic(page, url);
  await page.goto(`${url}/automated-trading`);
  const list = page.getByRole("list").filter({ has: page.getByRole("region") });
  await expect(list).toBeVisible();
  await isArabic(page, list);
  await inspectThemes(page, "automations, in Arabic");
});

/** USDC for XLM, with every candle of a minute. */
async function chooseRegularBuying(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Choose a strategy" }).click();
  const next = () => page.getByRole("dialog").getByRole("button", { name: "Next" }).click();
  await page.getByRole("radio", { name: /Regular buying/ }).check();
  await next();
  await page.getByRole("button", { name: "Take XLM out" }).click();
  await page.getByLabel("You pay with").selectOption("XLM");
  const traded = page.getByLabel("Asset to trade");
  const dollar = await traded.locator("option", { hasText: /^USDC/ }).first().getAttribute("value");
  await traded.selectOption(dollar);
  await page.getByRole("group", { name: "Length of a candle" }).getByText("1 minute").click();
  await next();
  await page.getByLabel("Buy every so many candles").fill("1");
  await page.getByLabel("Average, in candles").fill("2");
  await next();
  await page.getByLabel(/^Budget of each pair/).fill("100");
  await page.getByLabel(/^Most per trade/).fill("5");
  await page.getByLabel(/^Most per day/).fill("50");
  await next();
}
