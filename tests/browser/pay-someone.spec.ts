import { randomBytes } from "node:crypto";
import { StrKey } from "@stellar/stellar-sdk";
import { become, expect, fundedAddress, newName, PASSWORD, test } from "./astrolabe.ts";

test("one person pays another, and both see it live", async ({ astrolabe, browser }) => {
  const ana = await (await browser.newContext()).newPage();
  const ben = await (await browser.newContext()).newPage();
  await become(ana, astrolabe, newName("ana"));
  await become(ben, astrolabe, newName("ben"));
  await fundedAddress(ana, astrolabe.url);
  const benAddress = await fundedAddress(ben, astrolabe.url);
  await ben.goto(`${astrolabe.url}/transactions`);
  await expect(ben.getByRole("listitem").filter({ hasText: "10,000" })).toBeVisible();

  await ana.goto(`${astrolabe.url}/send`);
  await ana.getByLabel("To", { exact: true }).fill(benAddress);
  await ana.getByLabel("Amount").fill("12.5");
  await ana.getByLabel("Memo (optional)").fill("for lunch");
  await ana.getByRole("button", { name: "Review" }).click();
  const review = ana.getByRole("dialog", { name: "Check before you send" });
  await expect(review).toContainText("12.5");
  await expect(review).toContainText("for lunch");
  await expect(review).toContainText("Network feeat most 0.001XLM");
  await expect(review).toContainText("Total12.50001XLM");
  await expect(review).toContainText("9,986.4999900 of it can be spent");
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();

  await expect(ana.getByText(/^Confirmed in ledger \d+$/)).toBeVisible();
  const arrival = ben.getByRole("list", { name: "Transactions" }).getByRole("listitem").filter({ hasText: "12.5" });
  await expect(arrival).toBeVisible();
  await arrival.click();
  await expect(ben.getByRole("dialog")).toContainText("for lunch");
  await ana.goto(`${astrolabe.url}/transactions`);
  await expect(
    ana.getByRole("list", { name: "Transactions" }).getByRole("listitem").filter({ hasText: "12.5" }),
  ).toBeVisible();
});

test("a payment that cannot be made says why at the field, and moves nothing", async ({ astrolabe, page }) => {
  await become(page, astrolabe, newName("carla"));
  await page.goto(`${astrolabe.url}/send`);
  const own = await fundedAddress(page);
  await page.getByLabel("To", { exact: true }).fill(own);
  await page.getByLabel("Amount").fill("1");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("That is your own address. Choose someone else to send to.")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("GABC");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText(/That is not a Stellar address|No user or address was found/)).toBeVisible();
  await page.getByLabel("Amount").fill("1.00000001");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Amounts have at most 7 decimal places.")).toBeVisible();

  // What only the server knows: nobody has this address yet, and the account was frozen on another device.
  await page.evaluate(() => fetch("/api/security/freeze", { method: "POST" }));
  await page.getByLabel("To", { exact: true }).fill(StrKey.encodeEd25519PublicKey(randomBytes(32)));
  await page.getByLabel("Amount").fill("0.5");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "This cannot be sent as it is" });
  await expect(review).toContainText("This account is frozen");
  await expect(review).toContainText("Amount: The recipient has no account on the network yet.");
  await expect(review.getByRole("button", { name: "Confirm and send" })).toHaveCount(0);
  await review.getByRole("button", { name: "Change it" }).click();
  await expect(page.getByLabel("Amount")).toBeFocused();
  await expect(page.getByText("Send at least 1 XLM to create it.")).toBeVisible();
  await expect(page.getByText("This account is frozen")).toBeVisible();
  await page.goto(`${astrolabe.url}/transactions`);
  await expect(page.getByRole("list", { name: "Transactions" }).getByRole("listitem")).toHaveCount(1);
});
