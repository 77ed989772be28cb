import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { become, expect, newName, PASSWORD, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

async function confirmByPassword(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "Confirm that it is you" });
  await sheet.getByLabel("Your password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(sheet).toBeHidden();
}

/** Switches the second factor on, on the screen; answers with the app that makes its codes and with the recovery codes. */
async function switchOn(page: Page): Promise<{ readonly totp: TOTP; readonly recoveryCodes: string[] }> {
  await page.getByRole("button", { name: "Turn on" }).click();
  await confirmByPassword(page);
  const setup = page.getByRole("dialog", { name: "Turn on two-factor sign-in" });
  await expect(setup.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const uri = await setup.getByRole("link", { name: "Open an app on this device" }).getAttribute("href");
  const secret = new URL(uri ?? "").searchParams.get("secret") ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await setup.getByLabel("Six digits from the app").fill(totp.generate());
  await setup.getByRole("button", { name: "Turn on" }).click();
  const shown = page.getByRole("dialog", { name: "Save your recovery codes" });
  const rows = shown.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(rows).toHaveCount(10);
  const recoveryCodes = await rows.allInnerTexts();
  await inspectThemes(page, "security");
  // Not by Escape: that would go to a toast, where one has just come.
  await shown.getByRole("button", { name: "Close" }).click();
  await expect(shown.getByText("These codes are not saved yet")).toBeVisible();
  await shown.getByLabel("I have saved these codes").check();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  return { totp, recoveryCodes };
}

/** Signs in where the second factor is on. */
async function signInWithCode(page: Page, name: string, code: string): Promise<void> {
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Username").fill(name);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  await form.getByLabel("Code of your authenticator app").fill(code);
  await form.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
}

test("codes, recovery codes and a passkey open the account, and a session on another device is ended", async ({
  astrolabe,
  page,
  browser,
}) => {
  // Three sign-ins and a registration hash six passwords, and axe looks twice: minutes on a machine that is busy.
  test.setTimeout(360_000);
  await addAuthenticator(page);
  const name = newName("vera");
  await become(page, astrolabe, name);
  await page.goto(`${astrolabe.url}/user-settings`);
  const { totp, recoveryCodes } = await switchOn(page);

  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("My laptop");
  await adding.getByRole("button", { name: "Continue" }).click();
  const passkeys = page.getByRole("list", { name: "Your passkeys" });
  await expect(passkeys.getByText("My laptop")).toBeVisible();
  await expect(passkeys.getByText("not used yet")).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(`${astrolabe.url}/auth`);
  // A step ahead: the code of this moment may be the one that was used above.
  await signInWithCode(other, name, totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.goto(`${astrolabe.url}/access-history`);
  const sessions = page.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText("This device");
  const signIns = page.getByRole("list", { name: "Sign-ins" }).getByRole("listitem");
  await expect(signIns).toHaveCount(2);
  await expect(signIns.filter({ hasText: "This session" })).toHaveCount(1);
  await sessions
    .last()
    .getByRole("button", { name: /^End the session/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await expect(sessions).toHaveCount(1);
  await other.waitForURL("**/auth");
  await signInWithCode(other, name, recoveryCodes[0]?.toLowerCase() ?? "");
  await elsewhere.close();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${astrolabe.url}/auth`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/dashboard");

  // The passkey also says who is there, before something that matters.
  await page.goto(`${astrolabe.url}/user-settings`);
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
  await expect(passkeys.getByText("Last used just now")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
  // It stays on until that has waited, and the change can be cancelled.
  await expect(page.getByText(/^Takes effect /).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel the change: Two-factor sign-in is switched off." }).last().click();
  await expect(page.getByText(/^Takes effect /)).toHaveCount(0);
});
