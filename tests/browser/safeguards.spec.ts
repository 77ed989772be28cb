import { Keypair } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import { type Astrolabe, become, expect, fundedAddress, newName, PASSWORD, signIn, test } from "./astrolabe.ts";
import { aFriend } from "./friend.ts";
import { inspectAsItIs } from "./inspect.ts";
import { whileNothingWaits } from "./pause.ts";

/** For what takes a few seconds on a quiet machine. */
const SLOW = { timeout: 60_000 };

async function confirmByPassword(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "Confirm that it is you" });
  await sheet.getByLabel("Your password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(sheet).toBeHidden();
}

async function setLargest(page: Page, usd: string): Promise<void> {
  await page.getByRole("button", { name: "Change limits" }).click();
  const sheet = page.getByRole("dialog", { name: "Change limits" });
  await sheet.getByLabel("Largest single payment, in USD").fill(usd);
  await sheet.getByRole("button", { name: "Save limits" }).click();
}

/** Fills in a payment and asks for its review; answers with what says why it is refused, or with the review. */
async function review(page: Page, { url }: Astrolabe, to: string, amount: string) {
  await page.goto(`${url}/send`);
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: "Review" }).click();
  return {
    refusal: page.getByRole("dialog", { name: "This cannot be sent as it is" }),
    sheet: page.getByRole("dialog", { name: "Check before you send" }),
  };
}

async function keptDatabases(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
  return names.filter((name) => name.includes("astrolabe-user"));
}

test("limits, the list of recipients and the brake hold; a closed account leaves nothing behind, here or to sign in to", async ({
  astrolabe,
  page,
  request,
}) => {
  test.setTimeout(360_000);
  const [name, friendName] = [newName("iris"), newName("finn")];
  const [friend] = await Promise.all([
    aFriend(request, astrolabe, friendName),
    become(page, astrolabe, name).then(() => fundedAddress(page, astrolabe.url)),
  ]);
  const settings = `${astrolabe.url}/user-settings`;

  await page.goto(settings);
  await setLargest(page, "3");
  await confirmByPassword(page);
  await expect(page.getByText("3 USD", { exact: true })).toBeVisible();
  const tooMuch = await review(page, astrolabe, friendName, "5");
  await expect(tooMuch.refusal).toContainText("This is above your transaction limit of 3");

  await page.goto(settings);
  await setLargest(page, "20000");
  // What protects less waits, in the list of what does and where it was changed; cancelled it is gone from both.
  const rises = page.getByText(/The largest single payment rises from 3 to 20,000 USD\./);
  await expect(rises).toHaveCount(2);
  await expect(page.getByText("3 USD", { exact: true })).toBeVisible();
  await inspectAsItIs(page, "a change that waits");
  await page.getByRole("button", { name: "Cancel the change: The largest single payment" }).first().click();
  await expect(rises).toHaveCount(0);
  await whileNothingWaits(astrolabe, async () => {
    await setLargest(page, "20000");
    await expect(page.getByText("20,000 USD", { exact: true })).toBeVisible();
  });
  await page.getByRole("switch", { name: "Pay listed addresses only" }).click();
  await expect(page.getByText("The list is empty: nobody can be paid until you add an address.")).toBeVisible();
  const unlisted = await review(page, astrolabe, friendName, "5");
  await expect(unlisted.refusal).toContainText("This recipient is not on your list of allowed recipients");

  await page.goto(settings);
  await page.getByRole("button", { name: "Add an address" }).click();
  const adding = page.getByRole("dialog", { name: "Add an address" });
  await adding.getByLabel("Name").fill("Finn");
  await adding.getByLabel("Stellar address").fill(friend.slice(0, -1));
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(adding.getByLabel("Stellar address")).toHaveAttribute("aria-invalid", "true");
  await adding.getByLabel("Stellar address").fill(friend);
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("list", { name: "Allowed addresses" })).toContainText("Can be paid");
  const listed = await review(page, astrolabe, friendName, "5");
  await expect(listed.sheet).toContainText(friend);

  await page.goto(settings);
  await page.getByRole("button", { name: "Close my account" }).click();
  const closing = page.getByRole("dialog", { name: "Close your account" });
  await closing.getByLabel("Send the rest to").fill("nobody-of-that-name");
  await closing.getByRole("button", { name: "Continue" }).click();
  await expect(closing.getByLabel("Send the rest to")).toHaveAttribute("aria-invalid", "true");
  await closing.getByLabel("Send the rest to").fill(friendName);
  await closing.getByRole("button", { name: "Continue" }).click();
  await expect(closing).toContainText(friend);
  await inspectAsItIs(page, "the last word before an account is closed");
  await closing.getByRole("button", { name: "Close for good" }).click();
  await expect(closing.getByText(`Write ${name} to close this account`)).toBeVisible();
  await closing.getByLabel(`Write your username, ${name}`).fill(name);
  // All that is left leaves with it: the session that was confirmed for the limits is not enough.
  await closing.getByLabel("Your password").fill(PASSWORD);
  await closing.getByRole("button", { name: "Close for good" }).click();
  await page.waitForURL("**/auth", SLOW);
  await expect(page.getByText("Your account is closed", { exact: true }).first()).toBeVisible();
  expect(await keptDatabases(page)).toEqual([]);
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Username").fill(name);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(form.getByRole("alert")).toContainText("This account was closed.");

  // Who gets the rest has it, and stops everything that could be sent of it.
  await signIn(page, astrolabe, friendName);
  await page.goto(`${astrolabe.url}/transactions`);
  await expect(page.getByRole("list", { name: "Transactions" })).toContainText(/9,99\d/, SLOW);
  await page.goto(settings);
  await page.getByRole("button", { name: "Freeze my account" }).click();
  await page
    .getByRole("dialog", { name: "Freeze your account now?" })
    .getByRole("button", { name: "Freeze now" })
    .click();
  await expect(
    page.getByText("Nothing can be sent from it. Support can let it go again; what was taken back stays taken back."),
  ).toBeVisible();
  const frozen = await review(page, astrolabe, Keypair.random().publicKey(), "1");
  await expect(frozen.refusal).toContainText("This account is frozen, and nothing can be sent from it.");
  await page.goto(settings);
  await page.getByRole("button", { name: "Close my account" }).click();
  await expect(closing).toContainText("This account is frozen");
});
