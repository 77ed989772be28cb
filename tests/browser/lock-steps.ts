import type { Page } from "@playwright/test";
import { expect } from "./astrolabe.ts";

/** For what takes a second on a quiet machine: a try of a PIN, and the copy of all databases. */
export const SLOW = { timeout: 90_000 };
export const PIN = "tr0ub4dor";

export async function turnOnByPin(page: Page): Promise<void> {
  const card = page.getByRole("region", { name: "App lock" });
  await card.getByRole("button", { name: "Turn on" }).click();
  const sheet = page.getByRole("dialog", { name: "Turn on the app lock" });
  await sheet.getByLabel("New PIN", { exact: true }).fill("123456");
  await sheet.getByLabel("New PIN again").fill("123456");
  await sheet.getByRole("button", { name: "Turn on with PIN" }).click();
  await expect(sheet.getByRole("alert")).toContainText("first that anybody would try");
  await sheet.getByLabel("New PIN", { exact: true }).fill(PIN);
  await sheet.getByLabel("New PIN again").fill(PIN);
  await sheet.getByRole("button", { name: "Turn on with PIN" }).click();
  await expect(card.getByRole("button", { name: "Lock now" })).toBeVisible(SLOW);
}

export async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
}

export const lockHeading = (page: Page) => page.getByRole("heading", { level: 1, name: "Astrolabe is locked" });

export async function unlockByPin(page: Page, pin = PIN): Promise<void> {
  await expect(lockHeading(page)).toBeVisible();
  await page.getByLabel("PIN", { exact: true }).fill(pin);
  await page.keyboard.press("Enter");
}
