import type { Browser, Page } from "@playwright/test";
import { fundedAddress, newName, PASSWORD, register } from "#tests/browser/astrolabe.ts";
import { type Figure, inRounds } from "./figures.ts";
import type { RunningServer } from "./running-server.ts";
import { untilRowShown } from "./shown-row.ts";

const ROUNDS = 5;
const ARRIVAL_TIMEOUT_MS = 60_000;

/** From the tap on "Confirm and send" to the confirmed row in the other person's open history. */
export async function measureSendToConfirmed(browser: Browser, server: RunningServer): Promise<Figure[]> {
  const [anaContext, benContext] = [await browser.newContext(), await browser.newContext()];
  try {
    const [ana, ben] = [await anaContext.newPage(), await benContext.newPage()];
    await register(ana, server, newName("ana"));
    await register(ben, server, newName("ben"));
    await fundedAddress(ana);
    const benAddress = await fundedAddress(ben);
    await ben.goto(`${server.url}/transactions`);
    await ben.getByRole("listitem").filter({ hasText: "10,000" }).waitFor();
    await ben.locator("[data-sync-state=live]").first().waitFor();
    const values = await inRounds(ROUNDS, (index) => sendOnce(ana, ben, server.url, benAddress, `7.${index + 1}31`));
    return [{ name: "tap on send to confirmed on the other device, 1 s ledgers", unit: "ms", values }];
  } finally {
    await anaContext.close();
    await benContext.close();
  }
}

async function sendOnce(ana: Page, ben: Page, url: string, to: string, amount: string): Promise<number> {
  await ana.goto(`${url}/send`);
  await ana.getByLabel("To", { exact: true }).fill(to);
  await ana.getByLabel("Amount").fill(amount);
  await ana.getByRole("button", { name: "Review" }).click();
  const review = ana.getByRole("dialog", { name: "Check before you send" });
  await review.getByLabel("Your password").fill(PASSWORD);
  const confirm = review.getByRole("button", { name: "Confirm and send" });
  const arrived = untilRowShown(ben, amount, ARRIVAL_TIMEOUT_MS);
  const startedAtMs = performance.now();
  const [, arrivedAtMs] = await Promise.all([confirm.click(), arrived.then(() => performance.now())]);
  await ana.getByText(/^Confirmed in ledger \d+$/).waitFor({ timeout: ARRIVAL_TIMEOUT_MS });
  return arrivedAtMs - startedAtMs;
}
