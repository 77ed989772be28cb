import { join } from "node:path";
import { type DeviceBrowser, openDeviceBrowser } from "#tests/sync/device-page.ts";
import type { FirstSyncDevice } from "./first-sync.fixture.ts";
import { recordPulls } from "./recorded-server.ts";
import { ratioOf, type Result, roundsAndLoad } from "./results.ts";
import { startBenchServer } from "./sync-processes.ts";

declare const device: FirstSyncDevice;

const OWNER = 1;
/** As many as a device asks for at once. */
const PAGE = 500;

interface Round {
  readonly syncMs: number;
  readonly plainMs: number;
  readonly longestMs: number;
}

/**
 * The first sync of a long history in a browser, from socket to storage, beside a plain Dexie that is given the same rows:
 * with the server on the same machine, and with one whose answers were made beforehand, which leaves the device.
 */
export async function measureFirstSync(mongoUrl: string, documents: number, rounds: number): Promise<Result[]> {
  const server = await startBenchServer("sync", mongoUrl);
  const devices = await openDeviceBrowser(join(import.meta.dirname, "first-sync.fixture.ts"));
  const recorded = await recordPulls(server.url, OWNER, "transactions", PAGE);
  const alone: Round[] = [];
  const together: Round[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await firstSync(devices, recorded.url, documents));
      together.push(await firstSync(devices, server.url, documents));
    }
  } finally {
    await devices.close();
    await recorded.close();
    server.stop();
  }
  const many = `${documents.toLocaleString("en")} transactions`;
  return [
    ratioOfRounds(`first sync of ${many}, the device alone`, alone),
    ratioOfRounds(`first sync of ${many}, server and database beside it`, together),
    {
      name: "longest time the page was held up meanwhile",
      value: Math.max(...[...alone, ...together].map(({ longestMs }) => longestMs)),
      unit: "ms",
      note: `(${roundsAndLoad(rounds)})`,
    },
  ];
}

async function firstSync({ browser, openTab }: DeviceBrowser, url: string, documents: number): Promise<Round> {
  const context = await browser.newContext();
  await context.addCookies([{ name: "user", value: String(OWNER), url }]);
  const page = await openTab(context, url);
  const syncMs = await page.evaluate((userId) => device.sync(userId), OWNER);
  const { longestMs } = await page.evaluate(() => device.tasks());
  const held = await page.evaluate(() => device.count());
  if (held !== documents) throw new Error(`the device holds ${held} rows of ${documents}`);
  const plainMs = await page.evaluate(() => device.plain());
  await context.close();
  return { syncMs, plainMs, longestMs };
}

function ratioOfRounds(name: string, rounds: readonly Round[]): Result {
  return ratioOf({
    name,
    unit: "ms",
    own: rounds.map(({ syncMs }) => syncMs),
    other: rounds.map(({ plainMs }) => plainMs),
    counterpart: "of a plain Dexie bulkAdd",
    goal: { kind: "at most", value: 2.2 },
  });
}
