import type { Page } from "@playwright/test";

/** Chooses, on the screen of swaps, to receive USDC. */
export async function receiveUsdc(page: Page): Promise<void> {
  await page.getByRole("button", { name: "You receive: choose an asset" }).click();
  const picker = page.getByRole("dialog", { name: "What do you receive?" });
  await picker.getByLabel("Search assets").fill("usd");
  await picker.getByRole("button", { name: /^USDC/ }).click();
}
