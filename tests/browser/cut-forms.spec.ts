import { Keypair } from "@stellar/stellar-sdk";
import type { BrowserContext, Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { cutOver, loseFirstAnswer } from "./cut.ts";

// The connection goes in the middle of a form, and comes back: what was typed stands, and nothing is done twice.

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

test.describe.configure({ timeout: 360_000 });

test("a contact, a payment and a new asset go on where the connection left them", async ({
  astrolabe,
  context,
  page,
  request,
}) => {
  const data = { username: newName("mint"), email: `${newName("mint")}@example.org`, password: PASSWORD };
  const [issuer] = await Promise.all([
    request.post(`${astrolabe.url}/api/register`, { data }).then(async (answer) => (await answer.json()).walletAddress),
    become(page, astrolabe, newName("cora")).then(() => page.goto(`${astrolabe.url}/contacts`)),
  ]);
  await fundedAddress(page);
  await expect(page.getByText("Live")).toBeVisible(SLOW);
  await writeContact(page, context);

  await page.goto(`${astrolabe.url}/send`);
  await page.getByLabel("To", { exact: true }).fill(Keypair.random().publicKey());
  await page.getByLabel("Amount").fill("2.5");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await review.getByLabel("Your password").fill(PASSWORD);
  await cutOver(page, review, "Confirm and send", review.getByLabel("Your password"));
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible(SLOW);

  await page.goto(`${astrolabe.url}/assets`);
  await page.getByRole("button", { name: "Add asset" }).click();
  const finding = page.getByRole("dialog", { name: "Add an asset" });
  await finding.getByRole("tab", { name: "Code" }).click();
  await finding.getByLabel("Asset code").fill("CUT");
  await finding.getByLabel("Issuer").fill(issuer);
  await cutOver(page, finding, "Look up", finding.getByLabel("Issuer"));
  await expect(finding.getByLabel("Asset code")).toHaveValue("CUT");
  await finding.getByRole("button", { name: "Look up" }).click();
  await finding.getByRole("button", { name: /^CUT/ }).click();
  const adding = page.getByRole("dialog", { name: "Add CUT" });
  await expect(adding.getByRole("button", { name: "Confirm and add" })).toBeEnabled();
  const asked = await loseFirstAnswer(page, "**/api/wallet/trustlines?*");
  await adding.getByRole("button", { name: "Confirm and add" }).click();
  await expect(adding).toContainText("It may have begun or not. Asking again cannot do it twice.");
  await context.setOffline(true);
  await expect(adding.getByText("You are offline.")).toBeVisible();
  await expect(adding.getByRole("button", { name: "Ask again" })).toBeDisabled();
  await context.setOffline(false);
  await adding.getByRole("button", { name: "Ask again" }).click();
  await expect(adding.getByText(/^Added in ledger/)).toBeVisible(SLOW);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
});

/** Contacts need no connection: the form goes on without one, and what it kept is sent once. */
async function writeContact(page: Page, context: BrowserContext): Promise<void> {
  await offlineReady(page);
  await expect(page.getByText("Live")).toBeVisible(SLOW);
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  await sheet.getByLabel("Name").fill("Half written");
  await context.setOffline(true);
  await expect(sheet.getByLabel("Name")).toHaveValue("Half written");
  await sheet.getByLabel("Stellar address").fill(Keypair.random().publicKey());
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(sheet).toBeHidden();
  const row = page.getByRole("list", { name: "Contacts" }).getByRole("listitem");
  await expect(row).toContainText("Waiting");
  await context.setOffline(false);
  await expect(row).not.toContainText("Waiting", SLOW);
  await page.reload();
  await expect(row).toHaveCount(1);
}
