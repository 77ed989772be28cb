import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { expect, fundedAddress, newName, register, test } from "./astrolabe.ts";
import { startChromiumPush } from "./chromium-push.ts";
import { pay } from "./pay.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 120_000 };

/** What the app's worker shows on the device's screen. */
async function shownBy(context: BrowserContext): Promise<string[]> {
  const [worker] = context.serviceWorkers();
  if (!worker) return [];
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });
}

test("a push reaches the browser with the app closed, leads into it, and ends with signing out", async ({
  astrolabe,
  browser,
  viewport,
}) => {
  const push = await startChromiumPush();
  const profile = await mkdtemp(join(tmpdir(), "astrolabe-push-"));
  const device = await chromium.launchPersistentContext(profile, {
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    // With it Chromium would not talk to any push service.
    ignoreDefaultArgs: ["--disable-background-networking"],
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-component-update",
      "--disable-sync",
      ...push.args,
    ],
    viewport,
  });
  try {
    await device.grantPermissions(["notifications"], { origin: astrolabe.url });
    // Chromium names Google's address for what it asked of ours; the message itself goes through as it is.
    await device.route("**/api/notifications/push?*", async (route) => {
      const subscription = route.request().method() === "PUT" ? route.request().postDataJSON() : null;
      if (subscription === null) return route.continue();
      const endpoint = push.endpointFor(subscription.endpoint);
      return route.continue({ postData: { ...subscription, endpoint } });
    });
    const ben = await device.newPage();
    await register(ben, astrolabe, newName("ben"));
    const ana = await (await browser.newContext()).newPage();
    const payer = newName("ana");
    await register(ana, astrolabe, payer);
    const address = await fundedAddress(ben);
    await fundedAddress(ana);
    await ben.goto(`${astrolabe.url}/settings`);
    await ben.getByRole("button", { name: "Switch on" }).click();
    await expect(ben.getByText("On. It also reaches you while the app is closed.")).toBeVisible(SLOW);

    await ben.close();
    await pay(ana, address, "12.5");
    await expect.poll(() => shownBy(device), SLOW).toEqual([`Received 12.5 XLM: From @${payer}`]);

    // A tap opens this address.
    const uid = await device.serviceWorkers()[0]?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications())[0]?.tag;
    });
    const opened = await device.newPage();
    await opened.goto(`${astrolabe.url}/transactions#notification=${uid}`);
    await expect(opened.getByRole("button", { name: "Notifications", exact: true })).toBeVisible(SLOW);
    await expect.poll(() => shownBy(device), SLOW).toEqual([]);

    // On screen the app tells by itself; the one that was tapped counts as read.
    const before = push.posted();
    await pay(ana, address, "7");
    await expect(opened.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible(SLOW);
    await expect.poll(push.posted, SLOW).toBe(before + 1);

    await opened.getByRole("button", { name: /^Account of/ }).click();
    await opened.getByRole("menuitem", { name: "Sign out" }).click();
    await opened.waitForURL(`${astrolabe.url}/`);
    const left = await opened.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return registration.pushManager.getSubscription();
    });
    expect(left).toBeNull();
    expect(await shownBy(device)).toEqual([]);
  } finally {
    await device.close();
    await push.close();
    await rm(profile, { recursive: true, force: true });
  }
});
