import { join } from "node:path";
import { type DeviceBrowser, openDeviceBrowser } from "#tests/sync/device-page.ts";
import type { AppLockDevice } from "./app-lock.fixture.ts";
import { recordPulls } from "./recorded-server.ts";
import { ratioOf, type Result } from "./results.ts";
import { startBenchServer } from "./sync-processes.ts";

declare const device: AppLockDevice;

const OWNER = 1;
/** As many as a device asks for at once. */
const PAGE = 500;

interface Round {
  readonly syncMs: number;
  readonly newestMs: number;
  readonly searchMs: number;
}

/** What the app lock costs a device: its first sync and its readings, sealed beside plain, the server's answers made before. */
export async function measureAppLock(mongoUrl: string, documents: number, rounds: number): Promise<Result[]> {
  const server = await startBenchServer("sync", mongoUrl);
  const devices = await openDeviceBrowser(join(import.meta.dirname, "app-lock.fixture.ts"));
  const recorded = await recordPulls(server.url, OWNER, "transactions", PAGE);
  const sealed: Round[] = [];
  const plain: Round[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      sealed.push(await useDevice(devices, recorded.url, documents, true));
      plain.push(await useDevice(devices, recorded.url, documents, false));
    }
  } finally {
    await devices.close();
    await recorded.close();
    server.stop();
  }
  const many = `${documents.toLocaleString("en")} transactions`;
  const beside = (name: string, value: (round: Round) => number) =>
    ratioOf({
      name,
      unit: "ms",
      own: sealed.map(value),
      other: plain.map(value),
      counterpart: "of the same without the lock",
    });
  return [
    beside(`first sync of ${many} with the app lock`, ({ syncMs }) => syncMs),
    beside("its newest fifty read", ({ newestMs }) => newestMs),
    beside("a filter that fits none of them", ({ searchMs }) => searchMs),
  ];
}

async function useDevice(
  { browser, openTab }: DeviceBrowser,
  url: string,
  documents: number,
  isSealed: boolean,
): Promise<Round> {
  const context = await browser.newContext();
  await context.addCookies([{ name: "user", value: String(OWNER), url }]);
  const page = await openTab(context, url);
  const syncMs = await page.evaluate(([userId, sealed]) => device.sync(userId, sealed), [OWNER, isSealed] as const);
  const held = await page.evaluate(() => device.count());
  if (held !== documents) throw new Error(`the device holds ${held} rows of ${documents}`);
  const newestMs = await page.evaluate(() => device.newest());
  const searchMs = await page.evaluate(() => device.search());
  await context.close();
  return { syncMs, newestMs, searchMs };
}
