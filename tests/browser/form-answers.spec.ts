import { Keypair } from "@stellar/stellar-sdk";
import { become, expect, fundedAddress, newName, test } from "./astrolabe.ts";

test("a name nobody has is said at its field, an old error goes with its text, and Back in a review closes the review", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(240_000);
  await become(page, astrolabe, newName("fay"));
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  const userId = sheet.getByLabel("User ID (optional)");
  await sheet.getByLabel("Name", { exact: true }).fill("Ghost");
  await userId.fill("nobody-is-called-so");
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(userId).toHaveAccessibleDescription(/Nobody is found by this name/);
  await expect(userId).toBeFocused();
  // Typed anew, it is not said of the new text.
  await userId.fill("");
  await expect(userId).not.toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("link", { name: "Send", exact: true }).first().click();
  const amount = page.getByLabel("Amount");
  await page.getByLabel("To", { exact: true }).fill(Keypair.random().publicKey());
  await page.getByRole("button", { name: "Review" }).click();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await amount.fill("2");
  await expect(amount).not.toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await expect(review).toBeVisible();
  await page.goBack();
  await expect(review).toBeHidden();
  await expect(amount).toHaveValue("2");
  expect(new URL(page.url()).pathname).toBe("/send");
  await page.goBack();
  await page.waitForURL("**/dashboard");
});
