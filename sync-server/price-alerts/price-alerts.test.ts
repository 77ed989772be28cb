import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NotificationRow } from "#schemas/notifications.ts";
import { ALERT_REST_MS, MOST_ALERTS_A_DAY, type PriceAlertRow } from "#schemas/price-alerts.ts";
import { anIndex, anOffer } from "#server/markets/market.fixture.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { MarketFeedView } from "#server/standing-orders/index.ts";
import { push } from "#server/platform/sync/push.ts";
import { shapeRow } from "#server/platform/sync/shape-row.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { TestClock } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { lookAtPrices } from "./look.ts";
import { type AlertContext, alertCollection, priceAlertIndexes, toldCollection } from "./store.ts";
import { besideAlert } from "./watch.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";

const ISSUER = `G${"A".repeat(55)}`;
const USD = `USD-${ISSUER}`;
const [XLM, DOLLAR] = [assetOfKey("XLM"), assetOfKey(USD)];
const SET: Omit<PriceAlertRow, "uid"> = {
  id: 0,
  _deleted: false,
  base: "XLM",
  quote: USD,
  direction: "above",
  price: "0.3",
  repeats: false,
  atOnce: false,
  note: "",
  setAt: "2026-01-01T00:00:00.000Z",
  state: "new",
  toldAt: null,
  toldPrice: "",
  editedAt: {},
};

let mongo: TestMongo;
let app: { readonly database: Database; readonly clock: TestClock };
let owner = 7000;
const market: { feed: MarketFeedView } = { feed: feedOf(null, null) };

beforeAll(async () => {
  mongo = await startMongo();
  app = { database: await openDatabase(mongo.url, "alerts", 10_000), clock: new TestClock() };
  await priceAlertIndexes.run(app.database, app.clock.now());
});
beforeEach(() => {
  owner += 1;
});
afterAll(async () => {
  await app.database.close();
  await mongo.stop();
});

/** A market in which somebody pays so many hundredths of a dollar for an XLM, and somebody sells for so many. */
function feedOf(bid: number | null, ask: number | null): MarketFeedView {
  const offers = [
    ...(bid === null ? [] : [anOffer(1, [DOLLAR, XLM], 1000n, { n: 100, d: bid })]),
    ...(ask === null ? [] : [anOffer(2, [XLM, DOLLAR], 1000n, { n: ask, d: 100 })]),
  ];
  const memory = { index: anIndex([XLM, DOLLAR], offers), ledger: 1 };
  return { memory, lag: 0, place: () => ({ state: "live", closedAt: null }) };
}

async function at(bid: number | null, ask: number | null = null): Promise<void> {
  market.feed = feedOf(bid, ask);
  await look();
}

async function look(context: AlertContext = app): Promise<void> {
  await lookAtPrices(context, market.feed, new AbortController().signal);
}

/** As a device does it; `assumed` is what it took the server's row for. */
async function set(fields: Partial<PriceAlertRow> = {}, assumed: PriceAlertRow | null = null): Promise<string> {
  const uid = assumed?.uid ?? randomUUID();
  const row = { ...(assumed ?? SET), ...fields, uid };
  const { refused, conflicts } = await push(
    { database: app.database, reportMisfit: () => undefined, beside: { price_alerts: besideAlert } },
    owner,
    {
      collection: "price_alerts",
      rows: [{ newDocumentState: { ...row }, assumedMasterState: assumed && { ...assumed } }],
    },
    app.clock.now(),
  );
  expect([refused, conflicts]).toEqual([[], []]);
  return uid;
}

async function rowOf(uid: string): Promise<PriceAlertRow> {
  const stored = await alertCollection(app.database).findOne({ userId: owner, uid });
  if (!stored) throw new Error(`there is no alert ${uid}`);
  return shapeRow("price_alerts", stored);
}

async function told(): Promise<readonly string[]> {
  const rows = await app.database.collection("notifications").find({ userId: owner }).sort({ id: 1 }).toArray();
  return rows.map((row) => wordsIn("en").said(String(row["detail"])));
}

test("an alert is told once when its price comes there, with the price and the note, and leads to its market", async () => {
  const uid = await set({ note: "Sell some" });
  await at(29);
  expect(await rowOf(uid)).toMatchObject({ state: "waiting", toldAt: null });
  await at(31);
  await look();
  expect(await told()).toEqual(["Somebody pays 0.31 USD for XLM: 0.3 or more. Sell some"]);
  expect(await rowOf(uid)).toMatchObject({ state: "told", toldPrice: "0.31" });
  const [row] = await app.database.collection("notifications").find({ userId: owner }).toArray();
  expect(shapeRow("notifications", row ?? {})).toMatchObject({
    kind: "price-alert",
    assetCode: "XLM",
    issuer: "",
    party: USD,
  } satisfies Partial<NotificationRow>);
  await at(29);
  await at(31);
  expect(await told()).toHaveLength(1);
});

test("below looks at what somebody sells for, and no gap between both sides sets anything off", async () => {
  await set({ direction: "below", price: "0.25" });
  await set({ direction: "above", price: "0.35" });
  await at(20, 40);
  expect(await told()).toEqual([]);
  await at(20, 25);
  expect(await told()).toEqual(["Somebody sells XLM for 0.25 USD: 0.25 or less."]);
});

test("what is there already is told at once only where that is wanted, else once it has left and come back", async () => {
  await at(31);
  const patient = await set();
  await look();
  expect([await rowOf(patient), await told()]).toMatchObject([{ state: "there" }, []]);
  await set({ atOnce: true });
  await look();
  expect(await told()).toHaveLength(1);
  await at(29);
  expect(await rowOf(patient)).toMatchObject({ state: "waiting" });
  await at(30);
  expect(await told()).toHaveLength(2);
});

test("one that repeats rests for an hour, and is told after it if the price is there then", async () => {
  await at(29);
  await set({ repeats: true });
  await look();
  await at(31);
  for (const bid of [29, 31, 29, 31]) await at(bid);
  expect(await told()).toHaveLength(1);
  app.clock.advance(ALERT_REST_MS + 1000);
  await look();
  expect(await told()).toHaveLength(2);
  await at(29);
  app.clock.advance(ALERT_REST_MS + 1000);
  await at(28);
  expect(await told()).toHaveLength(2);
});

test("set anew it waits anew, a note alone changes nothing, and setting it often does not tell more often", async () => {
  await at(29);
  const uid = await set();
  await look();
  await at(31);
  await set({ note: "Noted", editedAt: { note: 1 } }, await rowOf(uid));
  expect(await rowOf(uid)).toMatchObject({ state: "told", note: "Noted" });
  await set({ atOnce: true, setAt: "2026-01-02T00:00:00.000Z", editedAt: { setAt: 1 } }, await rowOf(uid));
  expect(await rowOf(uid)).toMatchObject({ state: "new", toldPrice: "0.31" });
  await look();
  await look();
  expect(await told()).toHaveLength(1);
  app.clock.advance(ALERT_REST_MS + 1000);
  await look();
  expect(await told()).toHaveLength(2);
});

test("a removed one is told never, nor one whose owner changed it while it was looked at", async () => {
  await at(29);
  const [gone, changed] = [await set(), await set()];
  await look();
  await set({ _deleted: true }, await rowOf(gone));
  const row = await rowOf(changed);
  const { database } = app;
  const state = { hasChanged: false };
  const late: AlertContext = {
    ...app,
    database: {
      ...database,
      transaction: async (work) => {
        if (!state.hasChanged) {
          state.hasChanged = true;
          await set({ price: "0.9", editedAt: { price: 1 } }, row);
        }
        return database.transaction(work);
      },
    },
  };
  market.feed = feedOf(31, null);
  await look(late);
  await look();
  expect(await told()).toEqual([]);
  expect(await rowOf(changed)).toMatchObject({ state: "waiting", price: "0.9" });
});

test("two processes that look at once tell it once", async () => {
  await at(29);
  for (let count = 0; count < 5; count += 1) await set();
  await look();
  market.feed = feedOf(31, null);
  await Promise.all([look(), look(), look()]);
  expect(await told()).toHaveLength(5);
});

test("a crash within the telling leaves neither the notice nor the note of it, and it is told after", async () => {
  await at(29);
  const uid = await set();
  await look();
  const { database } = app;
  const dying: AlertContext = {
    ...app,
    database: {
      ...database,
      transaction: (work) =>
        database.transaction(async (session) => {
          await work(session);
          throw new Error("died before it was committed");
        }),
    },
  };
  market.feed = feedOf(31, null);
  await expect(look(dying)).rejects.toThrow("died");
  expect([await told(), (await rowOf(uid)).state]).toEqual([[], "waiting"]);
  await look();
  await look();
  expect([await told(), (await rowOf(uid)).state]).toMatchObject([[expect.any(String)], "told"]);
});

test("what is not listed says so, and a market that lags tells nothing", async () => {
  const uid = await set({ quote: `EUR-${ISSUER}` });
  const known = await set();
  market.feed = { ...feedOf(31, null), place: () => ({ state: "behind", closedAt: null }) };
  await look();
  expect(await rowOf(known)).toMatchObject({ state: "new" });
  await at(29);
  expect(await rowOf(uid)).toMatchObject({ state: "unlisted" });
});

test("nobody is told of more than a hundred within a day", async () => {
  await at(31);
  const day = app.clock.now().toISOString().slice(0, 10);
  await toldCollection(app.database).insertOne({
    _id: `${owner}:${day}`,
    count: MOST_ALERTS_A_DAY - 1,
    day: app.clock.now(),
  });
  for (const price of ["0.1", "0.2"]) await set({ atOnce: true, price });
  await look();
  expect(await told()).toHaveLength(1);
  app.clock.advance(86_400_000);
  await look();
  expect(await told()).toHaveLength(2);
});
