import { expect, fundedAddress, newName, PASSWORD, register, test } from "./astrolabe.ts";
import { switchOn } from "./second-factor.ts";

test("with the second factor on, signing in and sending ask for a code", async ({ astrolabe, page, browser }) => {
  const name = newName("careful");
  await register(page, astrolabe, name);
  await fundedAddress(page);
  const totp = await switchOn(page);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(`${astrolabe.url}/auth`);
  const form = other.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Username").fill(name);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  const code = form.getByLabel("Code of your authenticator app");
  await expect(code).toBeVisible();
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(form.getByText("Enter the code of your authenticator app, or a recovery code.")).toBeVisible();
  await code.fill("000000");
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(form.getByText("That code is not right, or it was used already.").first()).toBeVisible();
  // A step ahead: the code of this moment may be the one that was used above.
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await form.getByRole("button", { name: "Sign In" }).click();
  await other.waitForURL("**/dashboard");

  // Sent from there: here the person has confirmed who they are a moment ago, and is asked for nothing.
  await other.goto(`${astrolabe.url}/send`);
  await expect(other.getByLabel("Amount")).toBeVisible();
  const address = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";
  await other.getByLabel("To", { exact: true }).fill(address);
  await other.getByLabel("Amount").fill("2");
  await other.getByRole("button", { name: "Review" }).click();
  const sheet = other.getByRole("dialog");
  await sheet.getByLabel("Your password").fill(PASSWORD);
  await expect(sheet.getByLabel("Code of your authenticator app")).toBeVisible();
  await sheet.getByRole("button", { name: "Confirm and send" }).click();
  await expect(sheet.getByText("Enter the code of your authenticator app, or a recovery code.")).toBeVisible();
  await elsewhere.close();
});
