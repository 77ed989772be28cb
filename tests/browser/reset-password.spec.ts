import { become, expect, newName, offlineReady, PASSWORD, signIn, test } from "./astrolabe.ts";
import { reconnect } from "./cut.ts";
import { inspectThemes } from "./inspect.ts";
import { linkMailedTo } from "./mailed-link.ts";

test("a forgotten password is replaced by the link that was mailed, once, and other devices are signed out", async ({
  astrolabe,
  browser,
  context,
  page,
}) => {
  test.setTimeout(300_000);
  const name = newName("fern");
  const device = await (await browser.newContext()).newPage();
  await become(device, astrolabe, name);
  await device.goto(`${astrolabe.url}/contacts`);
  await expect(device.getByText("Live")).toBeVisible({ timeout: 60_000 });

  await page.goto(`${astrolabe.url}/auth`);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  const modal = page.getByRole("dialog", { name: "Reset Password" });
  await modal.getByLabel(/email/i).fill(`${name}@example.org`);
  await modal.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByText("Password Reset Email Sent")).toBeVisible();
  const link = await linkMailedTo(astrolabe, `${name}@example.org`, "reset-password");

  await page.goto(link);
  await offlineReady(page);
  await expect(page.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
  const [next, again] = [page.getByLabel("New password"), page.getByLabel("Confirm password")];
  const change = page.getByRole("button", { name: "Change password" });
  await next.fill(`${PASSWORD} 2`);
  await again.fill(PASSWORD);
  await change.click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await expect(again).toBeFocused();
  await inspectThemes(page, "choosing a new password");
  await again.fill(`${PASSWORD} 2`);
  await context.setOffline(true);
  await change.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(next).toHaveValue(`${PASSWORD} 2`);
  await reconnect(page);
  await change.click();
  await expect(page.getByRole("status").filter({ hasText: "Your password is changed" })).toBeVisible();
  await device.waitForURL("**/auth", { timeout: 60_000 });
  // It is still said whenever they come to sign in.
  await device.reload();
  await expect(device.getByText(/You were signed out of this device: a new password was set\./)).toBeVisible();

  // The link has done what it was for.
  await page.goto(link);
  await next.fill(`${PASSWORD} 3`);
  await again.fill(`${PASSWORD} 3`);
  await change.click();
  await expect(page.getByRole("alert")).toContainText("link");
  await signIn(page, astrolabe, name, `${PASSWORD} 2`);
});
