import { Keypair } from "@stellar/stellar-sdk";
import { become, expect, fundedAddress, newName, PASSWORD, test } from "./astrolabe.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

test("with no room left to remember it by, a payment is not sent, and nothing that was typed is lost", async ({
  astrolabe,
  context,
  page,
}) => {
  test.setTimeout(360_000);
  await become(page, astrolabe, newName("quinn"));
  await page.goto(`${astrolabe.url}/send`);
  await fundedAddress(page);
  let sent = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/wallet/send") sent += 1;
  });
  const to = Keypair.random().publicKey();
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByLabel("Amount").fill("3.25");
  await page.evaluate(() => {
    for (let size = 1_000_000; size > 0; size = Math.floor(size / 2)) {
      for (let piece = 0; ; piece += 1) {
        try {
          localStorage.setItem(`filler.${size}.${piece}`, "x".repeat(size));
        } catch {
          break;
        }
      }
    }
  });
  await page.getByLabel("Memo (optional)").fill("the rent of may and june");
  await expect(page.getByText("This device has no room left to keep what you type.")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Put aside as a draft" }).click();
  await expect(page.getByText("There is no room left on this device to keep it.")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(review).toContainText("This device has no room left to remember the payment, so it was not sent");
  expect(sent).toBe(0);
  await expect(review).toContainText("the rent of may and june");

  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("filler.")) localStorage.removeItem(key);
  });
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible(SLOW);
  expect(sent).toBe(1);
});
