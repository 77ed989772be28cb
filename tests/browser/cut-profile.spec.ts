import { Keypair, Transaction } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import QRCode from "qrcode";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { cutOver, loseFirstAnswer, reconnect } from "./cut.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

test.describe.configure({ timeout: 360_000 });

test("email, allowed addresses, password and a second key are changed once, be the answer lost or the form cut", async ({
  astrolabe,
  context,
  page,
}) => {
  const name = newName("cleo");
  await become(page, astrolabe, name);
  // Answers get lost while the browser says that it is online: they are asked for until they come.
  await page.route("**/api/security?*", (route) => route.abort());
  await page.goto(`${astrolabe.url}/user-settings`);
  await fundedAddress(page);
  await expect(page.getByText("Live")).toBeVisible(SLOW);
  await expect(page.getByText("The server did not answer. You can change things once it does.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change password" })).toBeDisabled();
  await page.unroute("**/api/security?*");
  await expect(page.getByRole("button", { name: "Change password" })).toBeEnabled();
  // Before, a part of the page may still be on its way when the connection goes.
  await offlineReady(page);

  const picture = page.getByLabel("Picture of yourself");
  const file = { name: "me.png", mimeType: "image/png", buffer: await QRCode.toBuffer("me", { width: 300 }) };
  await context.setOffline(true);
  await expect(page.getByRole("button", { name: "Add a picture" })).toBeDisabled();
  // The file was being chosen when the connection went.
  await picture.setInputFiles(file);
  await expect(page.getByRole("alert").filter({ hasText: "The server did not answer." })).toBeVisible();
  await reconnect(page);
  await expect(page.getByRole("button", { name: "Add a picture" })).toBeEnabled();
  // Whoever is asked for just before has the server remember, for a second, who had none.
  await page.route("**/api/profile/picture?*", async (route) => {
    await page.request.get(`${astrolabe.url}/api/user`);
    await route.continue();
  });
  await picture.setInputFiles(file);
  await expect(page.getByText("Your picture is changed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change picture" })).toBeEnabled();

  await page.getByRole("button", { name: "Change email address" }).click();
  const email = page.getByRole("dialog", { name: "Change email address" });
  await email.getByLabel("New email address").fill(`new-${name}@example.org`);
  await cutOver(page, email, "Mail the link", email.getByLabel("New email address"));
  await email.getByRole("button", { name: "Mail the link" }).click();
  const identity = page.getByRole("dialog", { name: "Confirm that it is you" });
  await identity.getByLabel("Your password").fill(PASSWORD);
  await cutOver(page, identity, "Confirm", identity.getByLabel("Your password"));
  await identity.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Look into your mailbox", { exact: true })).toBeVisible();

  await allowSomebody(page);
  await addKey(page);
  await changePassword(page);
});

async function allowSomebody(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add an address" }).click();
  const sheet = page.getByRole("dialog", { name: "Add an address" });
  await sheet.getByLabel("Name").fill("Finn");
  await sheet.getByLabel("Stellar address").fill(Keypair.random().publicKey());
  await cutOver(page, sheet, "Add", sheet.getByLabel("Stellar address"));
  await expect(sheet.getByLabel("Name")).toHaveValue("Finn");
  await loseFirstAnswer(page, "**/api/security/allow-list/addresses?*");
  await sheet.getByRole("button", { name: "Add", exact: true }).click();
  await expect(sheet.getByRole("alert")).toContainText("Check your connection, and whether anything changed");
  await sheet.getByRole("button", { name: "Add", exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("list", { name: "Allowed addresses" }).getByRole("listitem")).toHaveCount(1);
}

async function addKey(page: Page): Promise<void> {
  const key = Keypair.random();
  await page.getByRole("button", { name: "Add a second key" }).click();
  const naming = page.getByRole("dialog", { name: "Add a second key" });
  await naming.getByLabel("Public key").fill(key.publicKey());
  await expect(naming.getByRole("button", { name: "Go on" })).toBeEnabled();
  await cutOver(page, naming, "Go on", naming.getByLabel("Public key"));
  await naming.getByRole("button", { name: "Go on" }).click();
  const proof = page.getByRole("dialog", { name: "Show that it is yours" });
  const link = await proof.getByRole("link", { name: "Open in a wallet here" }).getAttribute("href");
  const query = new URLSearchParams(link?.replace("web+stellar:tx?", ""));
  const transaction = new Transaction(query.get("xdr") ?? "", query.get("network_passphrase") ?? "");
  transaction.sign(key);
  const signed = proof.getByLabel("Signed transaction");
  await signed.fill(transaction.toXDR());
  const text = await signed.inputValue();
  await page.context().setOffline(true);
  await expect(proof.getByText("You are offline. This needs a connection.")).toBeVisible();
  await expect(proof.getByRole("button", { name: "Turn it on" })).toBeDisabled();
  await reconnect(page);
  await expect(signed).toHaveValue(text);
  const asked = await loseFirstAnswer(page, "**/api/multisig/on?*");
  await proof.getByRole("button", { name: "Turn it on" }).click();
  await expect(proof.getByRole("status").filter({ hasText: "The server's answer got lost" })).toBeVisible();
  await proof.getByRole("button", { name: "Ask again" }).click();
  const followed = page.getByRole("dialog", { name: "A second key of your own" });
  await expect(followed.getByText("It is on")).toBeVisible(SLOW);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
  await followed.getByRole("button", { name: "Done" }).click();
}

/** After a lost answer the present password is another one already, which the form has to help with. */
async function changePassword(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change password" }).click();
  const sheet = page.getByRole("dialog", { name: "Change password" });
  await sheet.getByLabel("Present password").fill(PASSWORD);
  await sheet.getByLabel("New password", { exact: true }).fill(`${PASSWORD} 2`);
  await sheet.getByLabel("New password again").fill(`${PASSWORD} 2`);
  await cutOver(page, sheet, "Change password", sheet.getByLabel("New password again"));
  await expect(sheet.getByLabel("Present password")).toHaveValue(PASSWORD);
  await loseFirstAnswer(page, "**/api/password?*");
  await sheet.getByRole("button", { name: "Change password" }).click();
  await expect(sheet.getByRole("alert")).toContainText("whether anything changed");
  await sheet.getByLabel("Present password").fill(`${PASSWORD} 2`);
  await sheet.getByLabel("New password", { exact: true }).fill(`${PASSWORD} 3`);
  await sheet.getByLabel("New password again").fill(`${PASSWORD} 3`);
  await sheet.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed", { exact: true })).toBeVisible();
}
