import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DeviceBrowser, openDeviceBrowser } from "#tests/sync/device-page.ts";
import type { Found, LockDevice } from "./lock-device.fixture.ts";

declare const device: LockDevice;

const URL = "http://localhost:4400";
const ALL_STEPS = Number.MAX_SAFE_INTEGER;
/** With `LOCK_STEPS=all` every step, each with the small storage kept and lost; else every other step with one of the two. */
const isThorough = process.env["LOCK_STEPS"] === "all";
let devices: DeviceBrowser;
let page: Page;

beforeAll(async () => {
  devices = await openDeviceBrowser(join(import.meta.dirname, "lock-device.fixture.ts"));
  page = await devices.openTab(await devices.browser.newContext(), URL);
}, 120_000);
afterAll(() => devices?.close());

/** A device that dies after so many steps, and is then used again. */
async function dieAndGoOn(isTurningOn: boolean, steps: number, isSmallLost: boolean): Promise<[number, Found]> {
  await page.evaluate(() => device.empty());
  await page.evaluate((isLocked) => device.fill(isLocked), !isTurningOn);
  const former = await page.evaluate(() => device.small());
  const taken = await page.evaluate(([isOn, count]) => device.turn(isOn, count), [isTurningOn, steps] as const);
  await page.goto(`${URL}/`);
  await page.waitForFunction(() => "device" in globalThis);
  if (isSmallLost) await page.evaluate((small) => device.loseSmall(small), former);
  return [taken, await open()];
}

/** The app may load itself anew once. */
async function open(): Promise<Found> {
  const loaded = page.waitForEvent("load", { timeout: 0 });
  const found = await Promise.race([page.evaluate(() => device.open()).catch(() => null), loaded.then(() => null)]);
  if (found !== null) return found;
  await loaded;
  await page.waitForFunction(() => "device" in globalThis);
  return page.evaluate(() => device.open());
}

const KEPT = { contacts: ["Ana"], draft: "to Ana" };
const LOCKED = { ...KEPT, isLocked: true, isDraftPlain: false, plain: 0 };
const UNLOCKED = { ...KEPT, isLocked: false, isDraftPlain: true, sealed: 0 };

test.each([
  ["turned on", true],
  ["turned off", false],
])(
  "whenever the device dies while the lock is being %s, all is there, in one copy, as before or after",
  async (_, isOn) => {
    const [before, after] = isOn ? [UNLOCKED, LOCKED] : [LOCKED, UNLOCKED];
    const [steps, whole] = await dieAndGoOn(isOn, ALL_STEPS, false);
    expect(whole).toMatchObject(after);
    const begun = { kept: false, lost: false };
    for (let step = 0; step <= steps; step += isThorough ? 1 : 2) {
      for (const small of isThorough ? (["kept", "lost"] as const) : ([step % 4 === 0 ? "kept" : "lost"] as const)) {
        const [, found] = await dieAndGoOn(isOn, step, small === "lost");
        // Once it is as it shall be, it stays so.
        begun[small] ||= found.isLocked === isOn;
        expect(found, `died after step ${step} of ${steps}, small texts ${small}`).toMatchObject(
          begun[small] ? after : before,
        );
      }
    }
    expect(begun).toEqual({ kept: true, lost: true });
  },
  300_000,
);
