import { afterEach, expect, test } from "vitest";
import {
  addPriceAlert,
  addWatched,
  editPriceAlert,
  moveWatched,
  removePriceAlert,
  removeWatched,
} from "#pwa/platform/db/edits.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { FakeServer } from "./fake-server.fixture.ts";
import { aDevice, ALERT, closeDevices, type Device, USD } from "./small-devices.fixture.ts";

const now = () => Math.floor(performance.timeOrigin + performance.now());
const deviceOf = (server: FakeServer, isUp: boolean) =>
  aDevice(server, { kept: ["price_alerts", "watchlist"], now, isUp });

async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

afterEach(closeDevices);

test("an alert set offline is sent later, what the server notes comes back, and edits of two devices meet field by field", async () => {
  const server = new FakeServer();
  const [one, other] = [await deviceOf(server, false), await deviceOf(server, true)];
  await addPriceAlert(one.database, "a1", ALERT, 1000);
  await eventually(() => one.status().waitingUids.includes("a1"));
  one.weather.isUp = true;
  const alertOn = async ({ database }: Device) => (await readRows(database, "price_alerts"))[0];
  await eventually(async () => (await alertOn(other))?.price === "0.3");
  const [stored] = server.rows("price_alerts");
  if (stored === undefined) throw new Error("it was not sent");
  server.write("price_alerts", { ...stored, state: "waiting" });
  await eventually(
    async () => (await alertOn(one))?.state === "waiting" && (await alertOn(other))?.state === "waiting",
  );
  one.weather.isUp = false;
  await eventually(() => one.status().state === "offline");
  await editPriceAlert(one.database, "a1", { note: "from one" }, 5000);
  await editPriceAlert(other.database, "a1", { price: "0.4" }, 6000);
  await eventually(() => server.rows("price_alerts")[0]?.["price"] === "0.4");
  one.weather.isUp = true;
  for (const device of [one, other])
    await eventually(async () => {
      const row = await alertOn(device);
      return row?.note === "from one" && row.price === "0.4" && row.state === "waiting";
    });
  await removePriceAlert(other.database, "a1", 7000);
  await eventually(async () => (await alertOn(one)) === undefined && server.rows("price_alerts")[0]?._deleted === true);
}, 120_000);

test("what is followed is added, moved and removed offline", async () => {
  const server = new FakeServer();
  const device = await deviceOf(server, false);
  await addWatched(device.database, "w1", { base: "XLM", quote: "", place: 1 }, 1000);
  await addWatched(device.database, "w2", { base: "XLM", quote: USD, place: 2 }, 1000);
  await moveWatched(device.database, "w2", 0, 2000);
  await removeWatched(device.database, ["w1"], 2000);
  const rows = await readRows(device.database, "watchlist");
  expect(rows.map(({ uid, place }) => [uid, place])).toEqual([["w2", 0]]);
  device.weather.isUp = true;
  await eventually(() => server.rows("watchlist").some(({ uid, _deleted }) => uid === "w2" && !_deleted));
  expect(server.rows("watchlist").filter(({ _deleted }) => !_deleted)).toMatchObject([{ uid: "w2", place: 0 }]);
}, 120_000);
