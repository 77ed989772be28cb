import { Keypair } from "@stellar/stellar-sdk";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";

test("a payment is set to repeat monthly, is read offline, the next one left out and all of them cancelled", async ({
  astrolabe,
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await become(page, astrolabe, newName("rena"));
  await page.goto(`${astrolabe.url}/send`);
  await fundedAddress(page);
  await expect(page.getByText("can be spent, as of ledger")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill(Keypair.random().publicKey());
  await page.getByLabel("Amount").fill("12.5");
  await page.getByRole("button", { name: "Review" }).click();
  const once = page.getByRole("dialog", { name: "Check before you send" });
  await once.getByRole("button", { name: "Repeat it weekly or monthly" }).click();

  const form = page.getByRole("dialog", { name: "Repeat a payment" });
  await expect(form).toContainText("12.5 XLM to");
  await form.getByLabel("First payment").fill("2001-02-03");
  await form.getByRole("button", { name: "Review" }).click();
  await expect(form).toContainText("Choose today or a day that lies ahead");
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await form.getByLabel("First payment").fill(inTenDays);
  await form.getByLabel("Ends").selectOption("After some payments");
  await form.getByLabel("How many payments").fill("3");
  await inspectThemes(page, "how often a payment is repeated");
  await form.getByRole("button", { name: "Review" }).click();

  const review = page.getByRole("dialog", { name: "Check before you repeat it" });
  await expect(review).toContainText("Every month, 3 times");
  await expect(review).toContainText("Network fee of each, at most");
  await expect(review.getByRole("button", { name: "Confirm and repeat" })).toBeDisabled();
  await review.getByLabel("Your password").fill(PASSWORD);
  await inspectThemes(page, "the review of a repeated payment");
  await review.getByRole("button", { name: "Confirm and repeat" }).click();
  await expect(review).toContainText("Set up: it is repeated by itself");
  await review.getByRole("button", { name: "Done" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue("");
  const list = page.getByRole("list", { name: "Repeated payments", exact: true });
  await expect(list.getByRole("listitem")).toContainText("0 of 3 paid");

  await offlineReady(page);
  await context.setOffline(true);
  await page.reload();
  await expect(list.getByRole("listitem")).toContainText(/12\.5 XLM to .*Every month, 3 times.*Next on /);
  await list.getByRole("button", { name: /^Details/ }).click();
  const details = page.getByRole("dialog", { name: /^12\.5 XLM to/ });
  await expect(details.getByRole("button", { name: "Cancel all of them" })).toBeDisabled();

  await context.setOffline(false);
  await details.getByRole("button", { name: "Leave out the next one" }).click();
  await details.getByRole("button", { name: "Leave this one out" }).click();
  await expect(details).toContainText("0 of 3 paid, 1 left out");
  await inspectThemes(page, "a repeated payment");
  await details.getByRole("button", { name: "Cancel all of them" }).click();
  await details.getByRole("button", { name: "Confirm and cancel" }).click();
  await expect(details).toContainText("Cancelled. Nothing more is paid by it.");
  await details.getByRole("button", { name: "Close" }).last().click();
  const over = page.getByRole("list", { name: "Repeated payments that are over" });
  await expect(over.getByRole("listitem")).toContainText("Cancelled");
  await expect(list).toHaveCount(0);
  await context.close();
});
