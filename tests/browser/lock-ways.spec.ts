import { become, expect, newName, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";
import { lockHeading, PIN, SLOW, turnOnByPin, unlockByPin } from "./lock-steps.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

test("a PIN and a passkey take each other's place, and what is removed unlocks no more", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(360_000);
  const authenticator = await addAuthenticator(page);
  await become(page, astrolabe, newName("mina"));
  await page.goto(`${astrolabe.url}/settings`);
  await turnOnByPin(page);
  const card = page.getByRole("region", { name: "App lock" });
  const sheet = page.getByRole("dialog");
  // The only way to unlock cannot be taken away.
  await expect(card.getByRole("button", { name: /^Remove/ })).toHaveCount(0);

  await card.getByRole("button", { name: "Add a passkey" }).click();
  await sheet.getByLabel("Current PIN").fill(PIN);
  await sheet.getByRole("button", { name: "Make a passkey" }).click();
  await expect(sheet).toBeHidden(SLOW);

  await card.getByRole("button", { name: "Remove PIN" }).click();
  await expect(sheet).toContainText("Only your passkey unlocks the app then.");
  await inspectThemes(page, "removing the PIN");
  await sheet.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(sheet).toBeHidden(SLOW);
  await page.reload();
  await expect(lockHeading(page)).toBeVisible();
  await expect(page.getByLabel("PIN", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Unlock with passkey" }).click();

  await card.getByRole("button", { name: "Add a PIN" }).click();
  await sheet.getByLabel("New PIN", { exact: true }).fill(`${PIN}2`);
  await sheet.getByLabel("New PIN again").fill(`${PIN}2`);
  await sheet.getByRole("button", { name: "Keep this PIN" }).click();
  await expect(sheet).toBeHidden(SLOW);

  // A passkey that is lost can be removed all the same.
  await authenticator.forget();
  await card.getByRole("button", { name: "Remove passkey" }).click();
  await sheet.getByLabel("Current PIN").fill(PIN);
  await sheet.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(sheet).toContainText("That is not the PIN.", SLOW);
  await sheet.getByLabel("Current PIN").fill(`${PIN}2`);
  await sheet.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(sheet).toBeHidden(SLOW);
  await page.reload();
  await expect(lockHeading(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Unlock with passkey" })).toHaveCount(0);
  await unlockByPin(page, `${PIN}2`);
  await expect(card.getByRole("button", { name: "Lock now" })).toBeVisible(SLOW);
});
