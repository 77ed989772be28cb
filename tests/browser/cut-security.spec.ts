import { type Page, request as playwrightRequest } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { type Astrolabe, become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { cutOver, reconnect } from "./cut.ts";
import { whileNothingWaits } from "./pause.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

test.describe.configure({ timeout: 360_000 });

/** The way out, up to its last word and back. */
async function askToClose(page: Page, astrolabe: Astrolabe): Promise<void> {
  await page.getByRole("button", { name: "Change limits" }).click();
  const limits = page.getByRole("dialog", { name: "Change limits" });
  await limits.getByLabel("Largest single payment, in USD").fill("20000");
  await whileNothingWaits(astrolabe, async () => {
    await limits.getByRole("button", { name: "Save limits" }).click();
    const identity = page.getByRole("dialog", { name: "Confirm that it is you" });
    await identity.getByLabel("Your password").fill(PASSWORD);
    await identity.getByRole("button", { name: "Confirm" }).click();
    // A sheet behind another counts as hidden: what it did is told by the card.
    await expect(page.getByText("20,000 USD", { exact: true })).toBeVisible();
    await expect(limits).toBeHidden();
  });
  await page.getByRole("button", { name: "Close my account" }).click();
  const closing = page.getByRole("dialog", { name: "Close your account" });
  const rest = closing.getByLabel("Send the rest to");
  await rest.fill(await aFriendOf(page));
  await cutOver(page, closing, "Continue", rest);
  await closing.getByRole("button", { name: "Continue" }).click();
  const name = closing.getByLabel(/^Write your username/);
  await name.fill("not my name");
  await cutOver(page, closing, "Close for good", name);
  await closing.getByRole("button", { name: "Back" }).click();
  await expect(rest).not.toHaveValue("");
  await closing.getByRole("button", { name: "Cancel" }).click();
}

/** Somebody else here whose account is on the network; answers with their username. */
async function aFriendOf(page: Page): Promise<string> {
  const username = newName("friend");
  const { origin } = new URL(page.url());
  const request = await playwrightRequest.newContext();
  const data = { username, email: `${username}@example.org`, password: PASSWORD };
  expect((await request.post(`${origin}/api/register`, { data })).ok()).toBe(true);
  await expect
    .poll(async () => (await (await request.get(`${origin}/api/wallet`)).json()).balances.length, SLOW)
    .toBeGreaterThan(0);
  await request.dispose();
  return username;
}

test("a second factor, a passkey's name, the brake and the way out go on where the connection left them", async ({
  astrolabe,
  context,
  page,
}) => {
  await addAuthenticator(page);
  await become(page, astrolabe, newName("dina"));
  await page.goto(`${astrolabe.url}/user-settings`);
  await fundedAddress(page);
  await offlineReady(page);

  await askToClose(page, astrolabe);
  await page.getByRole("button", { name: "Turn on" }).click();
  const setup = page.getByRole("dialog", { name: "Turn on two-factor sign-in" });
  const uri = await setup.getByRole("link", { name: "Open an app on this device" }).getAttribute("href");
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri ?? "").searchParams.get("secret") ?? "") });
  const digits = setup.getByLabel("Six digits from the app");
  await digits.fill("000000");
  await cutOver(page, setup, "Turn on", digits);
  await digits.fill(totp.generate());
  await setup.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  // The only time that they are shown: a cut takes nothing away.
  await context.setOffline(true);
  await expect(codes.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await codes.getByLabel("I have saved these codes").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeDisabled();
  await reconnect(page);

  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("My laptop");
  await cutOver(page, adding, "Continue", adding.getByLabel("Name"));
  await adding.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("list", { name: "Your passkeys" }).getByText("My laptop")).toBeVisible();

  await page.getByRole("button", { name: "Freeze my account" }).click();
  const freezing = page.getByRole("dialog", { name: "Freeze your account now?" });
  await context.setOffline(true);
  await expect(freezing.getByText("You are offline. This needs a connection.")).toBeVisible();
  await expect(freezing.getByRole("button", { name: "Freeze now" })).toBeDisabled();
  await reconnect(page);
  await freezing.getByRole("button", { name: "Not now" }).click();
  await expect(page.getByText("Nothing can be sent from it.")).toHaveCount(0);
});
