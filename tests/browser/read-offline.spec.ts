import { become, expect, fundedAddress, newName, offlineReady, signIn, test } from "./astrolabe.ts";

/** Screens that say how old what they show is, among all that do. */
const SCREENS = [
  "/contacts",
  "/settings",
  "/receive",
  "/send",
  "/user-settings",
  "/access-history",
  "/wallet-diagnostic",
  "/screenshot-diagnostic",
  "/stellar-network",
];

test("every screen is read with the network cut, after a reload, and says how old it is", async ({
  astrolabe,
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await become(page, astrolabe, newName("dora"));
  await page.goto(`${astrolabe.url}/transactions`);
  await fundedAddress(page);
  await expect(page.getByRole("listitem").filter({ hasText: "10,000" })).toBeVisible();
  await offlineReady(page);
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "10,000" })).toBeVisible();
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "10,000" })).toBeVisible();
  await expect(page.getByText(/^Offline/).first()).toBeVisible();
  for (const path of SCREENS) {
    await page.goto(`${astrolabe.url}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^You are offline\. What you see is from (just now|\d+ minutes? ago);/)).toBeVisible();
  }
  await context.close();
});

test("contacts made offline on two devices of one person end up on both", async ({ astrolabe, browser }) => {
  const name = newName("eva");
  const phone = await browser.newContext();
  const desk = await browser.newContext();
  const onPhone = await phone.newPage();
  const onDesk = await desk.newPage();
  await become(onPhone, astrolabe, name);
  await signIn(onDesk, astrolabe, name);
  for (const page of [onPhone, onDesk]) {
    await page.goto(`${astrolabe.url}/contacts`);
    await expect(page.getByText("Live")).toBeVisible();
    await offlineReady(page);
  }
  await phone.setOffline(true);
  await desk.setOffline(true);

  for (const [page, contact] of [
    [onPhone, "Made on the phone"],
    [onDesk, "Made at the desk"],
  ] as const) {
    await page.getByRole("button", { name: "Add contact" }).first().click();
    const sheet = page.getByRole("dialog", { name: "Add contact" });
    await sheet.getByLabel("Name").fill(contact);
    await sheet.getByLabel("Stellar address").fill("GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7");
    await sheet.getByRole("button", { name: /save|add/i }).click();
    await expect(page.getByRole("listitem").filter({ hasText: contact })).toContainText("Waiting");
  }

  await phone.setOffline(false);
  await desk.setOffline(false);
  for (const page of [onPhone, onDesk]) {
    for (const contact of ["Made on the phone", "Made at the desk"]) {
      const row = page.getByRole("listitem").filter({ hasText: contact });
      await expect(row).toBeVisible({ timeout: 30_000 });
      await expect(row).not.toContainText("Waiting");
    }
  }
  await phone.close();
  await desk.close();
});
