import { expect, fundedAddress, newName, PASSWORD, register, test } from "./astrolabe.ts";

test("one person pays another, and both see it live", async ({ astrolabe, browser }) => {
  const ana = await (await browser.newContext()).newPage();
  const ben = await (await browser.newContext()).newPage();
  await register(ana, astrolabe, newName("ana"));
  await register(ben, astrolabe, newName("ben"));
  await fundedAddress(ana);
  const benAddress = await fundedAddress(ben);
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
  await register(page, astrolabe, newName("carla"));
  const own = await fundedAddress(page);
  await page.goto(`${astrolabe.url}/send`);
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
  await page.goto(`${astrolabe.url}/transactions`);
  await expect(page.getByRole("list", { name: "Transactions" }).getByRole("listitem")).toHaveCount(1);
});
