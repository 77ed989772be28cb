import { ADMIN, expect, test } from "./astrolabe.ts";
import { inspectBothAsTheyAre } from "./inspect.ts";

test("an operator makes a key for a program, sees what it reads, and ends it", async ({ astrolabe, page }) => {
  expect((await page.request.post(`${astrolabe.url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  await page.goto(`${astrolabe.url}/admin-panel/deposits`);
  await page.getByRole("button", { name: "Your API keys as an operator" }).click();
  const own = page.getByRole("dialog", { name: "Your API keys as an operator" });
  await expect(own.getByText("You have none yet.")).toBeVisible();
  await own.getByRole("button", { name: "Make an API key" }).click();

  const making = page.getByRole("dialog", { name: "Make an API key" });
  await making.getByLabel("Name", { exact: true }).fill("Monitor");
  await making.getByLabel("Reason").fill("it watches what waits");
  await making.getByRole("button", { name: "Make the key" }).click();
  await expect(making.getByText("Choose at least one thing that it may do")).toBeVisible();
  for (const scope of ["Overview", "Deposits"]) await making.getByRole("switch", { name: scope }).click();
  await inspectBothAsTheyAre(page, "operator-keys-make");
  await making.getByRole("button", { name: "Make the key" }).click();
  const sheet = page.getByRole("dialog", { name: "Confirm that it is you" });
  await sheet.getByLabel("Your password").fill(ADMIN.password);
  await sheet.getByRole("button", { name: "Confirm" }).click();

  const shown = page.getByRole("dialog", { name: "Save your API key" });
  const key = await shown.getByLabel("Your API key").innerText();
  expect(key).toMatch(/^astro_live_[0-9a-f]{16}_[0-9a-f]{64}$/);
  await shown.getByLabel("I have saved this key").check();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(own.getByText("Reads: Overview and Deposits")).toBeVisible();
  await inspectBothAsTheyAre(page, "operator-keys");
  const ask = async (path: string) =>
    (await fetch(`${astrolabe.url}/api/admin/${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await ask("deposits"), await ask("people")]).toEqual([200, 403]);

  // Among one's own of the settings, and among everybody's.
  await page.goto(`${astrolabe.url}/user-settings`);
  await expect(page.getByText("Reads what you chose for it in the operators’ console")).toBeVisible();
  await page.goto(`${astrolabe.url}/admin-super/api-keys`);
  await expect(page.getByText("reads as an operator: Overview and Deposits").first()).toBeVisible();
  await page.getByRole("button", { name: "Your API keys as an operator" }).click();
  await own.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(own.getByText("You have none yet.")).toBeVisible();
  expect(await ask("deposits")).toBe(401);
});
