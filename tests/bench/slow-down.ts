import type { Page } from "@playwright/test";

/** Gives the page a processor that is so many times slower, for as long as it is open. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
}
