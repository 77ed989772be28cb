import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserType, LaunchOptions, Page } from "@playwright/test";
import { fundedAddress, newName, offlineReady, register } from "#tests/browser/astrolabe.ts";
import { type Figure, inRounds } from "./figures.ts";
import { framesOfScrolling, framesOfSearching } from "./history-frames.ts";
import { writeHistory } from "./long-history.ts";
import type { RunningServer } from "./running-server.ts";
import { untilRowShown } from "./shown-row.ts";
import { slowDown } from "./slow-down.ts";

const ROUNDS = 9;
/** A phone's processor, as Lighthouse takes it. */
const SLOW = 4;
const START_GOAL_MS = 1500;
/** Three frames of a screen, whose ends a browser tells in tenths, give or take one. */
const FRAME_GOAL_MS = 50.3;
const SYNC_TIMEOUT_MS = 10 * 60_000;

/** What a device that holds a long history on disk does without a network: it starts, is scrolled and searched. */
export async function measureOfflineReload(
  chromium: BrowserType,
  options: LaunchOptions,
  server: RunningServer,
  mongoUrl: string,
  transactions: number,
): Promise<Figure[]> {
  const profile = await mkdtemp(join(tmpdir(), "astrolabe-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    // A phone: under a thumb nothing is hovered.
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const heldMs = await fillDevice(page, server, mongoUrl, transactions);
    await context.setOffline(true);
    const many = `${transactions.toLocaleString("en-US")} transactions`;
    const figures: Figure[] = [{ name: `${many} from the database to the open device`, unit: "ms", values: [heldMs] }];
    for (const slowdown of [1, SLOW]) {
      await slowDown(page, slowdown);
      const at = slowdown === 1 ? "" : `, processor ${slowdown} times slower`;
      const starts = await inRounds(ROUNDS, () => reloadToFirstRow(page));
      figures.push(
        {
          name: `offline start to visible history, ${many}${at}`,
          unit: "ms",
          values: starts,
          ...(slowdown === SLOW ? { goal: { kind: "at most", value: START_GOAL_MS } } : {}),
        },
        { name: `longest frame while scrolling them${at}`, ...(await framesOfScrolling(page)), ...FRAME },
        { name: `longest frame while searching them${at}`, ...(await framesOfSearching(page)), ...FRAME },
      );
    }
    return figures;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const FRAME = { unit: "ms", goal: { kind: "at most", value: FRAME_GOAL_MS } } as const;

async function fillDevice(page: Page, server: RunningServer, mongoUrl: string, transactions: number): Promise<number> {
  const username = newName("historian");
  await register(page, server, username);
  const address = await fundedAddress(page);
  await page.goto(`${server.url}/transactions`);
  await untilHeld(page, 1);
  await writeHistory(mongoUrl, username, address, transactions - 1);
  const writtenAtMs = performance.now();
  await untilHeld(page, transactions);
  const heldMs = performance.now() - writtenAtMs;
  await offlineReady(page);
  await untilHeld(page, transactions);
  return heldMs;
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
  await untilRowShown(page, "", 120_000);
  return performance.now() - startedAtMs;
}
