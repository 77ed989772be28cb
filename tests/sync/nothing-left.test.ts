import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDevice } from "./device.fixture.ts";
import { type DeviceBrowser, openDeviceBrowser } from "./device-page.ts";

declare const device: TestDevice;

/** Nobody serves here. */
const PAGE = "http://127.0.0.1:9";
let devices: DeviceBrowser;

beforeAll(async () => {
  devices = await openDeviceBrowser();
});
afterAll(() => devices?.close());

test("RxDB 3319: nothing is left after the removal, offline and with another tab open", async () => {
  const context = await devices.browser.newContext();
  const [first, second] = [await devices.openTab(context, PAGE), await devices.openTab(context, PAGE)];
  await context.setOffline(true);
  expect(await first.evaluate(() => device.addOffline(7, "one"))).toBe(1);
  expect(await second.evaluate(() => device.addOffline(7, "two"))).toBe(2);
  await first.evaluate(() => device.addOffline(8, "another user's"));
  await first.evaluate(() => device.remove(7));
  const kept = await first.evaluate(() => device.kept());
  expect(kept.filter((name) => name?.includes("astrolabe-user-7"))).toEqual([]);
  expect(kept.some((name) => name?.includes("astrolabe-user-8"))).toBe(true);
  expect(await first.evaluate(() => device.addOffline(7, "anew"))).toBe(1);
  await context.close();
});
