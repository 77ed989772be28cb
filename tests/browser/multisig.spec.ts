import type { Page } from "@playwright/test";
import { Keypair, Transaction } from "@stellar/stellar-sdk";
import { become, expect, fundedAddress, newName, PASSWORD, test } from "./astrolabe.ts";
import { inspectBoth, inspectThemes } from "./inspect.ts";
import { signedElsewhere } from "./own-key.ts";

function asFile(text: string) {
  return { name: "signed.xdr", mimeType: "text/plain", buffer: Buffer.from(text) };
}

async function confirmByPassword(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "Confirm that it is you" });
  await sheet.getByLabel("Your password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(sheet).toBeHidden();
}

test("a second key is added, signs a payment that is brought back, and is turned off again", async ({
  astrolabe,
  page,
}) => {
  // Axe looks ten times: minutes on a machine that is busy.
  test.setTimeout(360_000);
  const key = Keypair.random();
  const payee = Keypair.random().publicKey();
  await become(page, astrolabe, newName("mira"));
  await fundedAddress(page, astrolabe.url);
  await inspectBoth(page, `${astrolabe.url}/user-settings`);
  await page.getByRole("button", { name: "Add a second key" }).click();
  const adding = page.getByRole("dialog", { name: "Add a second key" });
  await expect(adding.getByText("If you lose this key, nobody can help you")).toBeVisible();
  await adding.getByLabel("Public key").fill(key.secret());
  await adding.getByRole("button", { name: "Go on" }).click();
  await expect(adding.getByText("It starts with G.")).toBeVisible();
  await adding.getByLabel("Public key").fill(key.publicKey());
  await inspectThemes(page, "naming a key");
  await adding.getByRole("button", { name: "Go on" }).click();
  await confirmByPassword(page);

  const proof = page.getByRole("dialog", { name: "Show that it is yours" });
  await expect(proof.getByRole("img", { name: "QR code of the transaction to sign" })).toBeVisible();
  await inspectThemes(page, "proving a key");
  const challenge = await signedElsewhere(proof, key);
  await proof.getByLabel("Signed transaction").fill("not one");
  await proof.getByRole("button", { name: "Turn it on" }).click();
  await expect(proof.getByText("This is not a signed transaction.")).toBeVisible();
  await proof.getByLabel("Signed transaction").fill(challenge);
  await proof.getByRole("button", { name: "Turn it on" }).click();
  const followed = page.getByRole("dialog", { name: "A second key of your own" });
  await expect(followed.getByText("It is on")).toBeVisible();
  await followed.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Turn the second key off" })).toBeVisible();

  await page.goto(`${astrolabe.url}/send`);
  await page.getByLabel("To", { exact: true }).fill(payee);
  await page.getByLabel("Amount").fill("12.5");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText("Waiting for your own key")).toBeVisible();
  await page.getByRole("button", { name: "Sign with your own key" }).click();
  const signing = page.getByRole("dialog", { name: "Sign with your own key" });
  await expect(signing).toContainText("Send 12.5 XLM to");
  await inspectThemes(page, "signing with a key");
  const file = signing.getByLabel("Choose a file");
  await file.setInputFiles(asFile(await signedElsewhere(signing, key)));
  // The file is read after it was chosen.
  await expect(signing.getByLabel("Signed transaction")).not.toHaveValue("");
  const good = await signing.getByLabel("Signed transaction").inputValue();
  const other = new Transaction(good, "Another network");
  other.signatures.length = 0;
  await signing.getByLabel("Signed transaction").fill(other.toXDR());
  await signing.getByRole("button", { name: "Bring it back and send" }).click();
  await expect(signing.getByText("Your own key has not signed this.")).toBeVisible();
  await file.setInputFiles(asFile(good));
  await signing.getByRole("button", { name: "Bring it back and send" }).click();
  // The receipt beneath takes over.
  await expect(signing).toBeHidden();
  await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible();

  await page.goto(`${astrolabe.url}/user-settings`);
  await page.getByRole("button", { name: "Turn the second key off" }).click();
  const off = page.getByRole("dialog", { name: "Turn the second key off?" });
  await off.getByRole("button", { name: "Go on and sign it" }).click();
  await expect(signing.getByText("Change who signs for this wallet")).toBeVisible();
  await signing.getByRole("button", { name: "Later" }).click();

  await inspectBoth(page, `${astrolabe.url}/transactions`);
  await page.getByRole("button", { name: /Change who signs for this wallet/ }).click();
  await signing.getByLabel("Signed transaction").fill(await signedElsewhere(signing, key));
  await signing.getByRole("button", { name: "Bring it back and send" }).click();
  const done = page.getByRole("dialog", { name: "Your signature" });
  await expect(done.getByText(/^Confirmed in ledger \d+$/)).toBeVisible();
  await done.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Waiting for your own key" })).toBeHidden();
});
