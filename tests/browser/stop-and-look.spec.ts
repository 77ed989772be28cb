import { randomUUID } from "node:crypto";
import { Keypair, StrKey } from "@stellar/stellar-sdk";
import { become, expect, fundedAddress, newName, PASSWORD, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";

/** An address with the first letters of another one. */
function twinOf(address: string): string {
  const bytes = Buffer.concat([StrKey.decodeEd25519PublicKey(address).subarray(0, 8), Keypair.random().rawPublicKey()]);
  return StrKey.encodeEd25519PublicKey(bytes.subarray(0, 32));
}

test("a look-alike of an address that was paid is stopped at, and a pause is said before it and while it runs", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(180_000);
  await become(page, astrolabe, newName("lola"));
  await fundedAddress(page, astrolabe.url);
  const known = Keypair.random().publicKey();
  const payment = { to: known, assetCode: "XLM", amount: "2", password: PASSWORD, idempotencyKey: randomUUID() };
  const headers = { origin: astrolabe.url };
  const sent = await page.request.post(`${astrolabe.url}/api/wallet/send`, { data: payment, headers });
  expect(sent.status(), await sent.text()).toBe(202);
  const look = { to: twinOf(known), assetCode: "XLM", amount: "1" };
  await expect
    .poll(async () => {
      const check = await page.request.post(`${astrolabe.url}/api/wallet/send/check`, { data: look, headers });
      return (await check.json()).lookAlikes;
    })
    .toEqual([{ address: known, by: "paid", name: null }]);

  await page.goto(`${astrolabe.url}/send`);
  await page.getByLabel("To", { exact: true }).fill(look.to);
  await page.getByLabel("Amount").fill("1");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  const stop = review.getByRole("alert", { name: "This address looks like another one" });
  await expect(stop).toContainText(known);
  await expect(stop).toContainText(look.to);
  await inspectThemes(page, "the review of a payment to a look-alike");
  const confirm = review.getByRole("button", { name: "Confirm and send" });
  await review.getByLabel("Your password").fill(PASSWORD);
  await expect(confirm).toBeDisabled();
  const asked = stop.getByRole("textbox");
  await asked.fill("AAAA");
  await expect(confirm).toBeDisabled();
  const place = [...look.to].findIndex((letter, at) => known[at] !== letter);
  await asked.fill(look.to.slice(place, place + 4).toLowerCase());
  await expect(confirm).toBeEnabled();
  await review.getByRole("button", { name: "Back" }).click();

  await page.goto(`${astrolabe.url}/user-settings`);
  await page.getByRole("button", { name: "Change password" }).click();
  const sheet = page.getByRole("dialog", { name: "Change password" });
  await expect(sheet).toContainText("Sending pauses for 24 hours after this.");
  await sheet.getByLabel("Present password").fill(PASSWORD);
  await sheet.getByLabel("New password", { exact: true }).fill(`${PASSWORD} anew`);
  await sheet.getByLabel("New password again").fill(`${PASSWORD} anew`);
  await sheet.getByRole("button", { name: "Change password" }).click();
  await expect(sheet).toBeHidden();
  for (const screen of ["dashboard", "send", "swap"]) {
    await page.goto(`${astrolabe.url}/${screen}`);
    await expect(page.getByText(/^Sending is paused until \w{3} \d+, \d{4}, \d+:\d\d [AP]M$/)).toBeVisible();
  }
  await inspectThemes(page, "a swap while sending is paused");
});
