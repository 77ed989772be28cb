import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, fundedAddress, newName, register, signIn, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";
import { pay } from "./pay.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 120_000 };

/** Has the page note what it sets the badge of its icon to, where this browser has none as where it has. */
async function watchBadge(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const note = (unread: number) => {
      document.documentElement.dataset["badge"] = String(unread);
      return Promise.resolve();
    };
    Object.assign(navigator, { setAppBadge: note, clearAppBadge: () => note(0) });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset["badge"] ?? "0"));
}

/** The subjects of what was mailed to a person about payments, in no order. */
async function mailedTo(dataDir: string, email: string): Promise<string[]> {
  const folder = join(dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails
    .filter((text) => text.includes(`To: ${email}`))
    .flatMap((text) => /^Subject: (Received .*?)\r?$/m.exec(text)?.[1] ?? [])
    .sort();
}

test("what happened stands under the bell, is read and removed offline, and is so on other devices", async ({
  astrolabe,
  browser,
}) => {
  const ben = await (await browser.newContext()).newPage();
  const badge = await watchBadge(ben);
  const name = newName("ben");
  await register(ben, astrolabe, name);
  const ana = await (await browser.newContext()).newPage();
  await register(ana, astrolabe, newName("ana"));
  const address = await fundedAddress(ben);
  await fundedAddress(ana);
  await ben.goto(`${astrolabe.url}/settings`);
  await expect(ben.locator("[data-sync-state=live]").first()).toBeVisible(SLOW);
  const mails = ben.getByRole("switch", { name: "Money you receive: e-mail" });
  await mails.click();
  await expect(mails).toBeChecked();
  await expect(mails).toBeEnabled();
  await pay(ana, address, "12.5");
  const toast = ben.getByRole("region", { name: /^Notifications \(/ }).getByText("Received 12.5 XLM");
  await expect(toast).toBeVisible(SLOW);
  await expect(ben.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible(SLOW);
  await expect.poll(badge).toBe(1);
  const mailed = () => mailedTo(astrolabe.dataDir, `${name}@example.org`);
  await expect.poll(mailed, SLOW).toEqual(["Received 12.5 XLM"]);

  // What is switched off is not said, and stands in the list all the same.
  await mails.click();
  await expect(mails).not.toBeChecked();
  await expect(mails).toBeEnabled();
  await ben.getByRole("switch", { name: "Notifications", exact: true }).click();
  await expect(ben.locator("[data-sync-state=live]").first()).toBeVisible(SLOW);
  await pay(ana, address, "7");
  const bell = ben.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications, 2 unread", SLOW);
  await expect(ben.getByText("Received 7 XLM")).toHaveCount(0);
  await bell.click();
  const sheet = ben.getByRole("dialog", { name: "Notifications" });
  await expect(sheet.getByRole("listitem")).toHaveText([/Received 7 XLM/, /Received 12\.5 XLM/]);
  await inspectThemes(ben, "the list under the bell");

  await ben.context().setOffline(true);
  await sheet.getByRole("button", { name: 'Remove "Received 7 XLM"' }).click();
  await sheet.getByRole("button", { name: "Mark all as read" }).click();
  await expect(sheet.getByRole("listitem")).toHaveCount(1);
  await ben.keyboard.press("Escape");
  await expect(bell).toHaveAccessibleName("Notifications");
  await expect.poll(badge).toBe(0);
  expect(await mailed()).toEqual(["Received 12.5 XLM"]);
  await ben.context().setOffline(false);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, astrolabe, name);
  await other.getByRole("button", { name: /^Notifications/ }).click();
  const list = other.getByRole("dialog", { name: "Notifications" });
  await expect(list.getByRole("listitem")).toHaveText([/^Received 12\.5 XLM/], SLOW);
  await list
    .getByRole("button", { name: /Received 12\.5 XLM/ })
    .first()
    .click();
  await expect(other).toHaveURL(/\/transactions/);
});
