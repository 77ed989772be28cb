import { become, expect, newName, PASSWORD, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";

const SHOP = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

test("an API key is made for one recipient, shown once, used by a program and revoked", async ({ astrolabe, page }) => {
  test.setTimeout(360_000);
  await become(page, astrolabe, newName("vera"));
  await page.goto(`${astrolabe.url}/user-settings`);
  await page.getByRole("button", { name: "Make an API key" }).click();
  const making = page.getByRole("dialog", { name: "Make an API key" });
  await making.getByLabel("Name", { exact: true }).fill("Web shop");
  await making.getByRole("switch", { name: "Pay" }).click();
  await making.getByRole("button", { name: "Make the key" }).click();
  await expect(making.getByLabel("Stellar address")).toHaveAttribute("aria-invalid", "true");
  await making.getByLabel("Within 24 hours, in USD").fill("25");
  const recipient = making.getByRole("group", { name: "Recipient 1" });
  await recipient.getByLabel("Name", { exact: true }).fill("Supplier");
  await recipient.getByLabel("Stellar address").fill(SHOP);
  await making.getByLabel("Only from these addresses (optional)").fill("127.0.0.1\n::1");
  await inspectThemes(page, "api-keys-make");
  await making.getByRole("button", { name: "Make the key" }).click();
  const sheet = page.getByRole("dialog", { name: "Confirm that it is you" });
  await sheet.getByLabel("Your password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Confirm" }).click();

  const shown = page.getByRole("dialog", { name: "Save your API key" });
  const key = await shown.getByLabel("Your API key").innerText();
  expect(key).toMatch(/^astro_live_[0-9a-f]{16}_[0-9a-f]{64}$/);
  await inspectThemes(page, "api-keys-shown");
  await shown.getByRole("button", { name: "Close" }).click();
  await expect(shown.getByText("This key is not saved yet")).toBeVisible();
  await shown.getByLabel("I have saved this key").check();
  await shown.getByRole("button", { name: "Done" }).click();

  const keys = page.getByRole("list", { name: "Your API keys" });
  await expect(keys.getByText("Reads, and pays Supplier up to 25 USD within 24 hours")).toBeVisible();
  const askByKey = () => fetch(`${astrolabe.url}/api/wallet`, { headers: { authorization: `Bearer ${key}` } });
  expect((await askByKey()).status).toBe(200);
  // Noted beside the answer, not before it.
  await expect(async () => {
    await page.reload();
    await expect(keys.getByText("Last used")).toBeVisible({ timeout: 5000 });
  }).toPass();
  await inspectThemes(page, "api-keys");
  await keys.getByRole("button", { name: "Revoke" }).click();
  const revoking = page.getByRole("dialog");
  await revoking.getByRole("button", { name: "Revoke", exact: true }).click();
  // There is one toast at a time: what was done here gives way to what every device of theirs is told, a moment later.
  await expect(page.getByText(/API key (was )?revoked/).first()).toBeVisible();
  await expect(keys).toBeHidden();
  expect((await askByKey()).status).toBe(401);
});
