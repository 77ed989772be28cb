import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
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
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { FAIR_WEATHER, FakeServer, type Weather } from "./fake-server.fixture.ts";
import { startSync, type SyncHandle } from "./start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "./sync-status.ts";

const USD = `USD-G${"A".repeat(55)}`;
const ALERT = {
  base: "XLM",
  quote: USD,
  direction: "above",
  price: "0.3",
  repeats: false,
  atOnce: false,
  note: "",
  setAt: "2026-01-01T00:00:00.000Z",
} as const;

interface Device {
  readonly database: UserDatabase;
  readonly weather: Weather;
  readonly status: () => SyncStatus;
}

const opened: { readonly database: UserDatabase; readonly sync: SyncHandle }[] = [];

async function aDevice(server: FakeServer, isUp: boolean): Promise<Device> {
  const weather = { ...FAIR_WEATHER, isUp };
  const database = await openUserDatabase(1, {
    storage: getRxStorageMemory(),
    multiInstance: false,
    device: `-small${opened.length}-${Math.floor(performance.now())}`,
    kept: ["price_alerts", "watchlist"],
  });
  const state = { now: INITIAL_SYNC_STATUS };
  const sync = startSync(database, {
    now: () => Math.floor(performance.timeOrigin + performance.now()),
    openLink: server.link(weather),
    publish: (status) => void (state.now = status),
  });
  opened.push({ database, sync });
  return { database, weather, status: () => state.now };
}

async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

afterEach(async () => {
  for (const { sync, database } of opened.splice(0)) {
    await sync.stop();
    await database.close();
  }
});

test("an alert set offline is sent later, what the server notes comes back, and edits of two devices meet field by field", async () => {
  const server = new FakeServer();
  const [one, other] = [await aDevice(server, false), await aDevice(server, true)];
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
  const device = await aDevice(server, false);
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
