import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { become, expect, fundedAddress, newName, offlineReady } from "./astrolabe.ts";
import { receiveUsdc } from "./choose-asset.ts";
import { aFriend } from "./friend.ts";
import { test, untilLive } from "./demo-market.ts";
import { pay } from "./pay.ts";

// The pictures that default texts show, taken from the running app: npx playwright test --config=tests/browser/pictures.config.ts
const FOLDER = resolve(import.meta.dirname, "../../sync-server/content/defaults/pictures");
/** What a picture may weigh; a test holds it. */
const MOST_BYTES = 40_000;
/** Pages show pictures in a frame of 16 to 9. */
const SHAPE = { width: 390, height: 219 };

/** Takes what stands around a part of the screen, in the light theme, as WebP. */
async function take(page: Page, name: string, part: Locator): Promise<void> {
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
  await part.evaluate((each) => each.scrollIntoView({ block: "center" }));
  const box = await part.boundingBox();
  const room = (page.viewportSize()?.height ?? SHAPE.height) - SHAPE.height;
  const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2 - SHAPE.height / 2;
  const y = Math.round(Math.min(Math.max(middle, 0), room));
  const png = await page.screenshot({ animations: "disabled", caret: "hide", clip: { x: 0, y, ...SHAPE } });
  const sizes = await Promise.all(
    [90, 80, 70, 60, 50].map((quality) => sharp(png).webp({ quality, effort: 6 }).toBuffer()),
  );
  const picture = sizes.find(({ length }) => length <= MOST_BYTES);
  if (picture === undefined) throw new Error(`${name} is too large`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.webp`), picture);
}

async function still(part: Locator): Promise<void> {
  await expect(part).toBeVisible({ timeout: 60_000 });
  await part.evaluate(() => document.fonts.ready.then(() => undefined));
}

test("the first payment, and what comes of it", async ({ astrolabe, page, request }) => {
  const friend = await aFriend(request, astrolabe, "marta");
  await become(page, astrolabe, newName("ana"));
  await fundedAddress(page, astrolabe.url);
  await page.goto("/send");
  await page.getByLabel("To", { exact: true }).fill(friend);
  await page.getByLabel("Amount").fill("12.5");
  await page.getByLabel("Memo (optional)").fill("for lunch");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await still(review.getByText("Network fee"));
  await take(page, "send-review", review.getByText("Network fee").first());
});

test("a request to be paid", async ({ astrolabe, page }) => {
  await become(page, astrolabe, newName("rita"));
  await fundedAddress(page, astrolabe.url);
  await page.goto("/receive");
  await page.getByLabel("Amount in XLM (optional)").fill("12.5");
  await still(page.getByRole("img", { name: "QR code of your payment request" }));
  // Of the code half: whoever scans a whole one pays an address that nobody has.
  await take(page, "receive-request", page.getByText("Stellar wallets read this code"));
});

test("a swap with its price, and a limit order in review", async ({ astrolabe, page }) => {
  await become(page, astrolabe, newName("tom"));
  await fundedAddress(page, astrolabe.url);
  await untilLive(page);
  await page.goto("/swap");
  await receiveUsdc(page);
  await page.getByLabel("You send", { exact: true }).fill("100");
  await still(page.getByText("Minimum received"));
  await take(page, "swap-quote", page.getByText("Minimum received").first());

  await page.goto("/trade/XLM/USDC");
  await page.getByRole("tab", { name: "Order", exact: true }).click();
  await page.getByRole("radio", { name: "Sell XLM" }).check();
  await page.getByRole("textbox", { name: /^Price/ }).fill("0.5");
  await page.getByRole("textbox", { name: /^Amount/ }).fill("100");
  await page.getByRole("button", { name: /^Review/ }).click();
  await still(
    page
      .getByRole("dialog", { name: /^Sell 100 XLM/ })
      .getByText("Kept aside")
      .first(),
  );
  await take(page, "limit-order-review", page.getByRole("dialog").getByText("Kept aside").first());
});

test("a history without a connection", async ({ astrolabe, context, page, request }) => {
  const friend = await aFriend(request, astrolabe, "jonas");
  await become(page, astrolabe, newName("lea"));
  await fundedAddress(page, astrolabe.url);
  await page.goto("/transactions");
  for (const amount of ["12.5", "40", "3.25", "250"]) await pay(page, friend, amount);
  const rows = page.getByRole("list", { name: "Transactions" }).getByRole("listitem");
  await expect(rows).toHaveCount(5, { timeout: 60_000 });
  await offlineReady(page);
  await context.setOffline(true);
  await page.reload();
  await still(rows.first());
  await still(
    page
      .getByRole("button", { name: /Offline/ })
      .or(page.getByText("Offline"))
      .first(),
  );
  await take(page, "offline-history", rows.first());
});
