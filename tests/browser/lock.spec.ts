import type { BrowserContext, Page } from "@playwright/test";
import { become, expect, newName, offlineReady, signIn, test } from "./astrolabe.ts";
import { inspectAsItIs } from "./inspect.ts";
import { lockHeading, openSettings, PIN, SLOW, turnOnByPin, unlockByPin } from "./lock-steps.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";
import { IS_SHORT } from "./windows.ts";

const CONTACT = { name: "Zaphod Beeblebrox", address: "zaphod*example.org", memo: "heart of gold" };

/** Has the service worker receive what the server pushes. */
async function deliverPush(page: Page, url: string, message: object): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await client.send("ServiceWorker.enable");
  const registrationId = await registered;
  await client.send("ServiceWorker.deliverPushMessage", {
    origin: url,
    registrationId,
    data: JSON.stringify(message),
  });
  await client.detach();
}

/** What the app's worker shows on the device's screen. */
async function shownBy(context: BrowserContext): Promise<string[]> {
  const [worker] = context.serviceWorkers();
  if (!worker) return [];
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });
}

/** A tab that was left counts as on the screen until it is taken down. */
async function untilUnseen(context: BrowserContext): Promise<void> {
  const windows = async () => {
    const [worker] = context.serviceWorkers();
    // One that does not run is asked by nobody, and starts slowly enough.
    if (!worker) return 0;
    return worker.evaluate(async () => {
      const { clients } = globalThis as unknown as { clients: { matchAll(options: object): Promise<unknown[]> } };
      return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length;
    });
  };
  await expect.poll(windows).toBe(0);
}

/** Touches another tab; done once this one has heard of it. */
async function touchHeardBy(page: Page, touch: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const channel = new BroadcastChannel("astrolabe:lock");
    const heard = new Promise<void>((resolve) => {
      channel.addEventListener("message", ({ data }) => {
        if (data.kind === "touched") resolve();
      });
    });
    Object.assign(globalThis, { channel, heard });
  });
  await touch();
  await page.evaluate(async () => {
    await Reflect.get(globalThis, "heard");
  });
}

/** All texts that the browser keeps of this origin. */
async function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => done(opening.result));
        opening.addEventListener("error", () => fail(opening.error));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((done, fail) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.addEventListener("success", () => done(reading.result));
          reading.addEventListener("error", () => fail(reading.error));
        });
        texts.push(`${name}/${store}: ${JSON.stringify(rows)}`);
      }
      database.close();
    }
    return texts.join("\n");
  });
}

async function addContact(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/contacts`);
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Name").fill(CONTACT.name);
  await sheet.getByLabel("Stellar address").fill(CONTACT.address);
  await sheet.getByLabel("Memo").fill(CONTACT.memo);
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByText(CONTACT.name).first()).toBeVisible();
}

test("a device locked by a PIN keeps nothing that can be read, and opens again offline", async ({
  page,
  context,
  astrolabe,
}) => {
  const username = newName("locked");
  await become(page, astrolabe, username);
  await addContact(page, astrolabe.url);
  const address = await page.evaluate(async () => (await (await fetch("/api/user")).json()).walletAddress);
  const secrets = [CONTACT.name, CONTACT.address, CONTACT.memo, String(address), username];
  for (const secret of secrets) expect(await keptTexts(page)).toContain(secret);
  await offlineReady(page);

  // Made without a connection, so that it waits to be sent while everything is copied.
  await context.setOffline(true);
  await page.getByRole("button", { name: `Edit ${CONTACT.name}` }).click();
  await page.getByRole("dialog").getByLabel("Memo").fill("infinitely improbable");
  await page.getByRole("dialog").getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openSettings(page);
  await turnOnByPin(page);
  const sealed = await keptTexts(page);
  for (const secret of [...secrets, "improbable"]) expect(sealed).not.toContain(secret);
  expect(sealed).not.toMatch(/rxdb-dexie-astrolabe-user-\d+--/);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${astrolabe.url}/contacts`);
  await expect(lockHeading(page)).toBeVisible();
  await expect(page.getByText(username)).toHaveCount(0);
  await inspectAsItIs(page, "the locked app");
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
  await inspectAsItIs(page, "the locked app in light");
  await unlockByPin(page, "not the pin");
  await expect(page.getByRole("alert")).toContainText("9 attempts are left", SLOW);
  await expect(page.getByLabel("PIN", { exact: true })).toBeFocused();
  await unlockByPin(page);
  await expect(page.getByText("infinitely improbable")).toBeVisible(SLOW);

  // What waited is sent, and the lock is turned off.
  await context.setOffline(false);
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible();
  await openSettings(page);
  const card = page.getByRole("region", { name: "App lock" });
  await card.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByLabel("Current PIN").fill(PIN);
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(card.getByRole("button", { name: "Turn on" })).toBeVisible(SLOW);
  await expect(page.getByText("The app lock is off", { exact: true }).first()).toBeVisible(SLOW);
  const plain = await keptTexts(page);
  for (const secret of [CONTACT.name, "improbable", username]) expect(plain).toContain(secret);
  expect(plain).not.toContain("-sealed--");
  await page.goto(`${astrolabe.url}/contacts`);
  await expect(page.getByText("infinitely improbable")).toBeVisible();
});

if (!IS_SHORT)
  test("a device locked by a passkey locks in every tab when nobody touches it, tells nothing, and can be given up", async ({
    page,
    context,
    astrolabe,
  }) => {
    const username = newName("keyed");
    await context.clock.install();
    await context.grantPermissions(["notifications"], { origin: astrolabe.url });
    const authenticator = await addAuthenticator(page);
    await become(page, astrolabe, username);
    await addContact(page, astrolabe.url);
    await offlineReady(page);
    await openSettings(page);
    await page.getByRole("button", { name: "Turn on", exact: true }).click();
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    const card = page.getByRole("region", { name: "App lock" });
    await expect(card.getByRole("button", { name: "Lock now" })).toBeVisible(SLOW);
    expect(await keptTexts(page)).not.toContain(CONTACT.name);

    // Under seals, too, everything can be fetched anew.
    await expect(page.locator("[data-sync-state=live]").first()).toBeVisible();
    await page.getByRole("button", { name: "Fetch everything anew" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Fetch anew" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await keptTexts(page)).not.toMatch(/rxdb-dexie-astrolabe-user-\d+--/);

    // Other tabs open with the first, and all lock after five minutes.
    const [second, third] = [await context.newPage(), await context.newPage()];
    for (const tab of [second, third]) {
      await tab.goto(`${astrolabe.url}/contacts`);
      await expect(tab.getByText(CONTACT.name).first()).toBeVisible();
    }
    // Chromium dies now and then of a tab that reloads with a second inspector's session, and the authenticator's is one.
    await page.goto("about:blank");
    await context.clock.fastForward("04:00");
    await touchHeardBy(third, () => second.keyboard.press("Shift"));
    await context.clock.fastForward("04:00");
    for (const tab of [second, third]) await expect(tab.getByText(CONTACT.name).first()).toBeVisible();
    await context.clock.fastForward("02:00");
    for (const tab of [second, third]) await expect(lockHeading(tab)).toBeVisible();
    await second.close();
    await third.close();

    await page.goto(`${astrolabe.url}/settings`);
    await page.getByRole("button", { name: "Unlock with passkey" }).click();
    await expect(card.getByRole("button", { name: "Lock now" })).toBeVisible();

    await card.getByRole("button", { name: "Lock now" }).click();
    await expect(lockHeading(page)).toBeVisible();
    await authenticator.forget();
    await page.getByRole("button", { name: "Unlock with passkey" }).click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used");

    // With nobody looking the device's own screen says that there is something, and not what.
    await page.goto("about:blank");
    await untilUnseen(context);
    await deliverPush(page, astrolabe.url, {
      title: "Received 12.5 XLM",
      body: `From ${CONTACT.name}`,
      path: "/transactions",
      tag: "n1",
      unread: 1,
    });
    await expect.poll(() => shownBy(context)).toEqual(["Astrolabe: There is something new. Unlock the app to see it."]);

    // Who cannot unlock is told what is lost, and begins anew.
    await page.goto(`${astrolabe.url}/dashboard`);
    await page.getByRole("button", { name: "Cannot unlock?" }).click();
    const sheet = page.getByRole("dialog", { name: "Remove your data from this device?" });
    await expect(sheet).toContainText("was not sent yet is lost");
    await sheet.getByRole("button", { name: "Remove and sign in" }).click();
    await page.waitForURL("**/auth");
    await expect(page.getByText("Your data was removed from this device", { exact: true }).first()).toBeVisible();
    const left = await keptTexts(page);
    expect(left).not.toContain("astrolabe-user-");
    expect(left).not.toContain("astrolabe.lock");
    await signIn(page, astrolabe, username);
    await page.goto(`${astrolabe.url}/contacts`);
    await expect(page.getByText(CONTACT.name).first()).toBeVisible();
  });
