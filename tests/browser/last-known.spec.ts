import { become, expect, fundedAddress, newName, test } from "./astrolabe.ts";

const KEY = "astrolabe.last-total";

test("the last known total stands there before the database is open, dated, and goes with who signs out", async ({
  astrolabe,
  page,
}) => {
  await become(page, astrolabe, newName("ida"));
  await page.goto(`${astrolabe.url}/dashboard`);
  await fundedAddress(page);
  const total = page.getByRole("region", { name: "Total value" });
  await expect(total).toContainText("10,000");
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEY)).toContain("100000000000");

  const database = Promise.withResolvers<void>();
  await page.route("**/assets/keep-open-*.js", async (route) => {
    await database.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect(total).toContainText("Last known");
  await expect(total).toContainText("10,000");
  await expect(page.getByRole("list", { name: "Balances" })).toHaveCount(0);
  database.resolve();
  await expect(page.getByRole("list", { name: "Balances" })).toContainText("10,000");
  await expect(total).not.toContainText("Last known");

  await page
    .getByRole("button", { name: /account|menu for|@example.org/i })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${astrolabe.url}/`);
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
});
