import { afterEach, expect, test } from "vitest";
import {
  addPriceAlert,
  addWatched,
  editPriceAlert,
  editSettings,
  moveWatched,
  removePriceAlert,
  removeWatched,
  restorePriceAlert,
} from "#pwa/platform/db/edits.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { SETTINGS } from "#pwa/platform/rxdb/small-rows.fixture.ts";
import { FakeServer } from "./fake-server.fixture.ts";
import { aDevice, ALERT, closeDevices, type Device, USD } from "./small-devices.fixture.ts";

const NOW_MS = 1_000_000;

const deviceOf = (server: FakeServer) =>
  aDevice(server, { kept: ["price_alerts", "watchlist", "settings"], now: () => NOW_MS });

async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isTrue, { timeout: 15_000, interval: 10 }).toBe(true);
}

const isDone = ({ status }: Device) => status().state === "live" && status().waiting === 0;
const lostOn = ({ database }: Device) => database.edits.lost(NOW_MS);
const alertOn = async ({ database }: Device) => (await readRows(database, "price_alerts"))[0];

/** A desk and a phone that hold the same, both cut off. */
async function deskAndPhone() {
  const server = new FakeServer();
  server.write("settings", SETTINGS);
  const desk = await deviceOf(server);
  await addPriceAlert(desk.database, "a1", ALERT, 1000);
  await addWatched(desk.database, "w1", { base: "XLM", quote: USD, place: 1 }, 1000);
  await eventually(() => isDone(desk) && server.rows("price_alerts").length === 1);
  await eventually(() => server.rows("watchlist").length === 1);
  const phone = await deviceOf(server);
  await eventually(async () => (await alertOn(phone)) !== undefined && isDone(phone));
  await eventually(async () => (await readRows(phone.database, "watchlist")).length === 1);
  for (const device of [desk, phone]) {
    await eventually(async () => (await readRows(device.database, "settings")).length === 1);
    device.weather.isUp = false;
    await eventually(() => device.status().state === "offline");
  }
  return { server, desk, phone };
}

async function connect(...devices: Device[]): Promise<void> {
  for (const device of devices) {
    device.weather.isUp = true;
    await eventually(() => isDone(device));
  }
}

afterEach(closeDevices);

const AT = { collection: "price_alerts", uid: "a1", atMs: NOW_MS } as const;

test("an alert's price that gave way is told where it was written, and taken back; when it was set is not", async () => {
  const { desk, phone } = await deskAndPhone();
  const [deskSet, phoneSet] = ["2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z"];
  await editPriceAlert(desk.database, "a1", { ...ALERT, price: "0.2", setAt: deskSet }, 2000);
  await editPriceAlert(phone.database, "a1", { ...ALERT, price: "0.4", setAt: phoneSet }, 3000);
  await connect(phone, desk);
  await eventually(async () => (await alertOn(desk))?.price === "0.4");
  expect(lostOn(desk)).toEqual([{ kind: "replaced", ...AT, field: "price", lost: "0.2", won: "0.4" }]);
  expect(lostOn(phone)).toEqual([]);
  await editPriceAlert(desk.database, "a1", { price: "0.2" }, 4000);
  expect(lostOn(desk)).toEqual([]);
  await eventually(async () => (await alertOn(phone))?.price === "0.2");
  await eventually(() => lostOn(phone).length === 1);
});

test("an alert that was changed here and removed elsewhere is put back, as the server lets it be written", async () => {
  const { server, desk, phone } = await deskAndPhone();
  await editPriceAlert(desk.database, "a1", { price: "0.2" }, 2000);
  await removePriceAlert(phone.database, "a1", 3000);
  await connect(phone, desk);
  await eventually(async () => (await alertOn(desk)) === undefined);
  expect(lostOn(desk)).toMatchObject([{ kind: "deleted", ...AT, row: { price: "0.2", direction: "above" } }]);
  await restorePriceAlert(desk.database, "a1", { ...ALERT, price: "0.2" }, 2500);
  expect(lostOn(desk)).toEqual([]);
  await eventually(async () => (await alertOn(phone))?.price === "0.2");
  const [stored] = server.rows("price_alerts");
  // What the server alone writes is said as it was.
  expect(stored).toMatchObject({ _deleted: false, price: "0.2", state: "new", toldAt: null, toldPrice: "" });
});

test("an alert that was removed here and changed elsewhere is told to be there again", async () => {
  const { desk, phone } = await deskAndPhone();
  await removePriceAlert(desk.database, "a1", 2000);
  await editPriceAlert(phone.database, "a1", { price: "0.4" }, 3000);
  await connect(desk, phone);
  await eventually(async () => (await alertOn(desk))?.price === "0.4");
  await eventually(() => lostOn(desk).length === 1);
  expect(lostOn(desk)).toMatchObject([{ kind: "returned", ...AT }]);
});

test("what is followed no more here and moved elsewhere is told to be followed again; a place alone is not", async () => {
  const { desk, phone } = await deskAndPhone();
  await removeWatched(desk.database, ["w1"], 2000);
  await moveWatched(phone.database, "w1", 5, 3000);
  await connect(desk, phone);
  await eventually(async () => (await readRows(desk.database, "watchlist")).length === 1);
  await eventually(() => lostOn(desk).length === 1);
  expect(lostOn(desk)).toMatchObject([{ kind: "returned", collection: "watchlist", uid: "w1" }]);
  await moveWatched(desk.database, "w1", 7, 4000);
  await eventually(async () => (await readRows(phone.database, "watchlist"))[0]?.place === 7);
  expect(lostOn(phone)).toEqual([]);
});

test("a setting that gave way is told where it was chosen, and the theme is not", async () => {
  const { desk, phone } = await deskAndPhone();
  await editSettings(desk.database, { notificationsEnabled: false, theme: "dark" }, 2000);
  await connect(desk);
  await editSettings(phone.database, { theme: "dark" }, 2500);
  await connect(phone);
  await editSettings(phone.database, { notificationsEnabled: true, theme: "light" }, 3000);
  await eventually(() => lostOn(desk).length === 1);
  expect(lostOn(desk)).toMatchObject([
    { kind: "replaced", collection: "settings", field: "notificationsEnabled", lost: false, won: true },
  ]);
});
