import type { Page } from "@playwright/test";
import { ADMIN, type Astrolabe, become, expect, fundedAddress, newName, PASSWORD, test } from "./astrolabe.ts";

/** Pays from the person of this page; answers with the transaction's hash, as they would tell support. */
async function paid(page: Page, { url }: Astrolabe, to: string): Promise<string> {
  const data = { to, assetCode: "XLM", amount: "250", idempotencyKey: "thief-0123456789abcdef", password: PASSWORD };
  const { submission } = await (await page.request.post(`${url}/api/wallet/send`, { data })).json();
  let hash = "";
  await expect
    .poll(async () => {
      const answer = await (await page.request.get(`${url}/api/wallet/submissions/${submission.id}`)).json();
      hash = answer.submission.hash;
      return answer.submission.state;
    })
    .toBe("confirmed");
  return hash;
}

/** Waits until this person's wallet has so much. */
async function has(page: Page, { url }: Astrolabe, balance: string): Promise<void> {
  const held = async () => (await (await page.request.get(`${url}/api/wallet`)).json()).balances[0].balance;
  await expect.poll(held).toBe(balance);
}

async function asOperator(page: Page, { url }: Astrolabe): Promise<void> {
  expect((await page.request.post(`${url}/api/admin/login`, { data: ADMIN })).ok()).toBe(true);
  await page.goto(`${url}/admin-panel/people`);
}

test("an operator finds a thief by the transaction's hash and freezes them: their open page says so, and cannot pay", async ({
  astrolabe,
  page,
  browser,
}) => {
  const [victims, thiefs] = [await browser.newContext(), await browser.newContext()];
  const [victim, thief] = [await victims.newPage(), await thiefs.newPage()];
  const thiefName = newName("thief");
  const to = await become(thief, astrolabe, thiefName);
  const victimAddress = await become(victim, astrolabe, newName("robbed"));
  await Promise.all([fundedAddress(thief, astrolabe.url), fundedAddress(victim, astrolabe.url)]);
  const hash = await paid(victim, astrolabe, to);
  await has(thief, astrolabe, "10250.0000000");
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  await thief.goto(`${astrolabe.url}/send`);

  await asOperator(page, astrolabe);
  await page.getByLabel("Search people").fill(hash);
  await expect(page.getByText("Received it")).toBeVisible();
  await expect(page.getByText("Sent it")).toBeVisible();
  await page.getByRole("link", { name: thiefName, exact: true }).click();
  await page.getByRole("button", { name: "Freeze the account" }).click();
  const sheet = page.getByRole("dialog", { name: "Freeze the account" });
  await expect(sheet.getByRole("button", { name: "Freeze the account" })).toBeDisabled();
  await sheet.getByLabel("Reason").fill("Took what was not theirs");
  await sheet.getByRole("button", { name: "Freeze the account" }).click();
  const who = page.getByRole("dialog", { name: "Confirm that it is you" });
  await who.getByLabel("Your password").fill(ADMIN.password);
  await who.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Took what was not theirs")).toBeVisible();
  await expect(page.getByRole("button", { name: "Let the account go" })).toBeVisible();

  // The page that they had open all along.
  await expect(thief.getByText("Your account is frozen", { exact: true }).first()).toBeVisible();
  await thief.getByLabel("To", { exact: true }).fill(victimAddress);
  await thief.getByLabel("Amount").fill("200");
  await thief.getByRole("button", { name: "Review" }).click();
  await expect(thief.getByRole("dialog")).toContainText("This account is frozen");
  await expect(thief.getByRole("button", { name: "Confirm and send" })).toHaveCount(0);

  // What was done stands in the log, and going back leads to the same list.
  await page.getByRole("link", { name: "Operators", exact: true }).click();
  await expect(page.getByText("Froze the account")).toBeVisible();
  await expect(page.getByText("Looked at this page")).toBeVisible();
  await page.getByRole("link", { name: "All people" }).click();
  await expect(page.getByLabel("Search people")).toHaveValue(hash);
  await Promise.all([victims.close(), thiefs.close()]);
});
