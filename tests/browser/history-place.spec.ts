import { Asset, Operation } from "@stellar/stellar-sdk";
import { anOutsider } from "#tests/support/outsider.ts";
import { become, expect, fundedAddress, newName } from "./astrolabe.ts";
import { test } from "./open-ledger.ts";

/** As many as one transaction holds, three times. */
const PAYMENTS = 100;
const ROWS = 3 * PAYMENTS + 1;

test("who comes back to a long history finds it where it was left, and so after a reload", async ({
  astrolabe,
  ledger,
  page,
}) => {
  const [stranger] = await Promise.all([
    anOutsider(ledger),
    become(page, astrolabe, newName("hilda")).then(() => page.goto(`${astrolabe.url}/transactions`)),
  ]);
  const destination = await fundedAddress(page);
  for (let turn = 0; turn < 3; turn += 1) {
    const payment = (_: unknown, index: number) =>
      Operation.payment({
        destination,
        asset: Asset.native(),
        amount: `${turn + 1}.${String(index).padStart(3, "0")}1`,
      });
    await stranger.apply(...Array.from({ length: PAYMENTS }, payment));
  }
  await expect(page.getByRole("status").filter({ hasText: `${ROWS} transactions on this device` })).toBeVisible({
    timeout: 60_000,
  });

  const list = page.getByRole("list", { name: "Transactions" });
  const row = list.locator(`[aria-posinset="${ROWS - 20}"]`);
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(row).toBeAttached({ timeout: 300 });
  }).toPass({ timeout: 60_000 });
  await row.scrollIntoViewIfNeeded();
  const text = (await row.innerText()).split("\n")[0] ?? "";
  const placePx = await page.evaluate(() => window.scrollY);
  expect(placePx).toBeGreaterThan(10_000);

  // A sheet leaves the place alone.
  await row.getByRole("button").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.evaluate(() => window.scrollY)).toBe(placePx);

  await page.getByRole("link", { name: "Assets" }).first().click();
  await page.waitForURL("**/assets");
  await page.goBack();
  await expect(row).toBeInViewport();
  await expect(row).toContainText(text);
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - placePx)).toBeLessThan(64);
  await page.reload();
  await expect(row).toBeInViewport();
});
