import AxeBuilder from "@axe-core/playwright";
import { expect, fundedAddress, newName, register, signIn, test } from "./astrolabe.ts";
import { pay } from "./pay.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 120_000 };

test("what happened stands under the bell, is read and removed offline, and is so on other devices", async ({
  astrolabe,
  browser,
}) => {
  const ben = await (await browser.newContext()).newPage();
  const name = newName("ben");
  await register(ben, astrolabe, name);
  const ana = await (await browser.newContext()).newPage();
  await register(ana, astrolabe, newName("ana"));
  const address = await fundedAddress(ben);
  await fundedAddress(ana);
  await pay(ana, address, "12.5");
  await expect(ben.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible(SLOW);
  await pay(ana, address, "7");
  const bell = ben.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications, 2 unread", SLOW);
  await bell.click();
  const sheet = ben.getByRole("dialog", { name: "Notifications" });
  await expect(sheet.getByRole("listitem")).toHaveText([/Received 7 XLM/, /Received 12\.5 XLM/]);
  const { violations } = await new AxeBuilder({ page: ben }).include('[role="dialog"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await ben.context().setOffline(true);
  await sheet.getByRole("button", { name: 'Remove "Received 7 XLM"' }).click();
  await sheet.getByRole("button", { name: "Mark all as read" }).click();
  await expect(sheet.getByRole("listitem")).toHaveCount(1);
  await ben.keyboard.press("Escape");
  await expect(bell).toHaveAccessibleName("Notifications");
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
