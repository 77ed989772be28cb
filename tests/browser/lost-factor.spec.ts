import { becomeOperator, showWho, signInFirst } from "./an-operator.ts";
import { expect, newName, PASSWORD, register, signIn, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";
import { switchOn } from "./second-factor.ts";

test("support takes a lost second factor away, its owner is signed out, told, and in again by the password", async ({
  astrolabe,
  browser,
  page,
  request,
}) => {
  const support = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await signInFirst(request, astrolabe);
  await becomeOperator(support, request, astrolabe, ["support"]);
  const name = newName("forgetful");
  await register(page, astrolabe, name);
  await switchOn(page);

  await support.goto(`${astrolabe.url}/admin-panel/people`);
  await support.getByLabel("Search people").fill(`${name}@example.org`);
  await support.getByRole("link", { name, exact: true }).click();
  await expect(support.getByRole("button", { name: "Rotate the key" })).toHaveCount(0);
  await support.getByRole("button", { name: "Reset the second factor" }).click();
  const sheet = support.getByRole("dialog", { name: "Reset the second factor" });
  await sheet.getByLabel("Reason").fill("lost the phone, known by their voice");
  await inspectThemes(support, "taking a second factor away");
  await sheet.getByRole("button", { name: "Reset the second factor" }).click();
  await showWho(support, PASSWORD);
  await expect(sheet).toBeHidden();
  await expect(support.getByRole("button", { name: "Reset the second factor" })).toHaveCount(0);

  await page.waitForURL("**/auth");
  await expect(page.getByText(/You were signed out of this device/).first()).toBeVisible();
  await signIn(page, astrolabe, name, PASSWORD);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toContainText("Your second factor was reset");
  await support.context().close();
});
