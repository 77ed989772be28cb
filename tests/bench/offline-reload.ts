import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserType, type LaunchOptions, type Page } from "@playwright/test";
import { fundedAddress, newName, offlineReady, register } from "#tests/browser/astrolabe.ts";
import { type Figure, inRounds } from "./figures.ts";
import { writeHistory } from "./long-history.ts";
import type { RunningServer } from "./running-server.ts";
import { untilRowShown } from "./shown-row.ts";

const ROUNDS = 5;
const TRANSACTIONS = 10_000;
const SYNC_TIMEOUT_MS = 90_000;

/** From a reload with the network cut to the first row of a long history, on a device that keeps its data on disk. */
export async function measureOfflineReload(
  chromium: BrowserType,
  options: LaunchOptions,
  server: RunningServer,
  mongoUrl: string,
): Promise<Figure[]> {
  const profile = await mkdtemp(join(tmpdir(), "astrolabe-profile-"));
  const context = await chromium.launchPersistentContext(profile, options);
  try {
    const page = await context.newPage();
    const username = newName("historian");
    await register(page, server, username);
    const address = await fundedAddress(page);
    await page.goto(`${server.url}/transactions`);
    await untilHeld(page, 1);
    const startedAtMs = performance.now();
    await writeHistory(mongoUrl, username, address, TRANSACTIONS);
    const writtenAtMs = performance.now();
    await untilHeld(page, TRANSACTIONS + 1);
    const heldAtMs = performance.now();
    await offlineReady(page);
    await untilHeld(page, TRANSACTIONS + 1);
    await context.setOffline(true);
    const values = await inRounds(ROUNDS, () => reloadToFirstRow(page));
    const many = TRANSACTIONS.toLocaleString("en-US");
    return [
      { name: `${many} transactions written to the database`, unit: "ms", values: [writtenAtMs - startedAtMs] },
      { name: `from then until the open device holds them`, unit: "ms", values: [heldAtMs - writtenAtMs] },
      { name: `offline reload to visible history, ${many} transactions`, unit: "ms", values },
    ];
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function untilHeld(page: Page, transactions: number): Promise<void> {
  const shown = `${transactions.toLocaleString("en-US")} transaction${transactions === 1 ? "" : "s"} on this device`;
  await page.getByText(shown, { exact: true }).waitFor({ timeout: SYNC_TIMEOUT_MS });
  await page.locator("[data-sync-state=live]").first().waitFor({ timeout: SYNC_TIMEOUT_MS });
}

async function reloadToFirstRow(page: Page): Promise<number> {
  const startedAtMs = performance.now();
  // The page of before is gone once the new one is committed, so the row found is the new page's.
  await page.reload({ waitUntil: "commit" });
  await untilRowShown(page, "", 60_000);
  return performance.now() - startedAtMs;
}
