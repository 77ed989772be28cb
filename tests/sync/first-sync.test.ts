import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putReplicated, type ReplicatedWrite } from "#server/platform/db/replicated.ts";
import { type LinkProxy, openLinkProxy } from "#tests/faults/money/link-proxy.ts";
import { eventually } from "#tests/support/app.ts";
import type { TestDevice } from "./device.fixture.ts";
import { type DeviceBrowser, openDeviceBrowser } from "./device-page.ts";
import { STORED, useSync } from "./processes.fixture.ts";

declare const device: TestDevice;

const OWNER = 950;
const ROWS = 3000;
const PATIENCE_MS = 60_000;
const sync = useSync(1);
let devices: DeviceBrowser;
let link: LinkProxy;

beforeAll(async () => {
  devices = await openDeviceBrowser();
  link = await openLinkProxy(Number(new URL(sync.urlOf(0)).port));
  sync.moveTo(`http://127.0.0.1:${link.port}`);
  sync.signIn("session=first", OWNER);
  const database = sync.databaseOf(0);
  for (let first = 0; first < ROWS; first += 500) {
    const writes: ReplicatedWrite[] = Array.from({ length: 500 }, (_, index) => ({
      uid: `row-${first + index}`,
      fields: {
        ...STORED.transactions,
        operationId: `o-${first + index}`,
        timestamp: new Date((first + index) * 1000),
      },
    }));
    await database.transaction((session) => putReplicated(database, session, "transactions", OWNER, writes));
  }
}, 120_000);
afterAll(async () => {
  await devices?.close();
  await link?.close();
});

async function until(page: Page, count: number): Promise<void> {
  await eventually(async () => (await page.evaluate(() => device.count())) >= count, PATIENCE_MS);
}

test("a first sync goes on where it was when the link was cut and when the tab was closed", async () => {
  const url = `http://127.0.0.1:${link.port}`;
  const context = await devices.browser.newContext();
  await context.addCookies([{ name: "session", value: "first", url }]);
  const first = await devices.openTab(context, url);
  await first.evaluate((userId) => device.begin(userId), OWNER);
  await until(first, 1);
  await link.cut(200);
  const atCut = await first.evaluate(() => device.count());
  await until(first, Math.min(ROWS, atCut + 1));
  await first.close();

  const second = await devices.openTab(context, url);
  const pulls: string[] = [];
  second.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes('"collection":"transactions"')) pulls.push(String(payload));
    }),
  );
  await second.evaluate((userId) => device.begin(userId), OWNER);
  await until(second, ROWS);
  await eventually(async () => (await second.evaluate(() => device.status())).state === "live", PATIENCE_MS);
  expect(await second.evaluate(() => device.count())).toBe(ROWS);
  expect(pulls[0]).toMatch(/"collection":"transactions","checkpoint":"r/);
  const newest = () => second.evaluate(() => device.newest(2));
  expect(await newest()).toEqual([`row-${ROWS - 1}`, `row-${ROWS - 2}`]);
  const database = sync.databaseOf(0);
  const removal = { uid: `row-${ROWS - 1}`, fields: {}, deleted: true };
  await database.transaction((session) => putReplicated(database, session, "transactions", OWNER, [removal]));
  await eventually(async () => (await newest())[0] === `row-${ROWS - 2}`, PATIENCE_MS);
  await context.close();
}, 180_000);
