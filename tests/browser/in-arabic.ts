import type { Locator, Page } from "@playwright/test";
import { expect } from "./astrolabe.ts";

/** Two words of English, and no name, code or address. */
const ENGLISH = /\b[a-z]{2,} [a-z]{2,}\b/;

/** Everything there is in Arabic, from right to left. */
export async function isArabic(page: Page, part: Locator): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  expect(await part.innerText()).not.toMatch(ENGLISH);
}

/** Has everything be in Arabic from now on, as a person does. */
export async function turnToArabic(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/settings`);
  await page.locator("[aria-labelledby=settings-language] select").selectOption("ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
}
