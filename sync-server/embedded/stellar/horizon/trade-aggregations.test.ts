import { Asset, Operation } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";

const HOUR_S = 3_600;
/** The beginning of an hour and of a day. */
const START_S = 1_699_920_000;
const XLM = Asset.native();

let nowS = START_S - HOUR_S;
let network: TestNetwork;
let usd: Asset;
let maker: Keypair;
let taker: Keypair;

beforeAll(async () => {
  network = await startTestNetwork({ clock: { now: () => BigInt(nowS), shift: () => {} } });
  maker = await network.fund();
  taker = await network.fund();
  usd = new Asset("USD", maker.publicKey());
  await network.run(taker, [Operation.changeTrust({ asset: usd })]);
  // Two trades in the first hour, none in the second, one in the third and one in the fourth.
  await trade(START_S + 60, "1", "2");
  await trade(START_S + 120, "3", "4");
  await trade(START_S + 2 * HOUR_S + 5, "5", "1");
  await trade(START_S + 3 * HOUR_S, "2", "7");
});
afterAll(() => network.stop());

/** Sells so many USD to the taker, each for `price` XLM, when the network's time is `at`. */
async function trade(at: number, price: string, amount: string): Promise<void> {
  nowS = at;
  await network.run(maker, [Operation.manageSellOffer({ selling: usd, buying: XLM, amount, price })]);
  await network.run(taker, [Operation.manageBuyOffer({ selling: XLM, buying: usd, buyAmount: amount, price })]);
}

const hour = (index: number) => String((START_S + index * HOUR_S) * 1000);

test("candles tell open, high, low, close, volumes and the average of each stretch with trades", async () => {
  const { records } = await network.horizon.tradeAggregation(usd, XLM, 0, 0, HOUR_S * 1000, 0).call();
  expect(records.map(({ timestamp }) => String(timestamp))).toEqual([hour(0), hour(2), hour(3)]);
  expect(records[0]).toMatchObject({
    trade_count: "2",
    base_volume: "6.0000000",
    counter_volume: "14.0000000",
    avg: "2.3333333",
    open: "1.0000000",
    high: "3.0000000",
    low: "1.0000000",
    close: "3.0000000",
    close_r: { n: "3", d: "1" },
  });
});

test("the same pair the other way round has prices and volumes turned over", async () => {
  const { records } = await network.horizon.tradeAggregation(XLM, usd, 0, 0, HOUR_S * 1000, 0).call();
  expect(records[0]).toMatchObject({
    base_volume: "14.0000000",
    counter_volume: "6.0000000",
    open: "1.0000000",
    high: "1.0000000",
    low: "0.3333333",
    close: "0.3333333",
  });
});

test("newest first, a limit and pages reach every candle once", async () => {
  for (const order of ["asc", "desc"] as const) {
    const seen: string[] = [];
    const start = network.horizon.tradeAggregation(
      usd,
      XLM,
      START_S * 1000,
      (START_S + 9 * HOUR_S) * 1000,
      3_600_000,
      0,
    );
    let page = await start.order(order).limit(1).call();
    for (; page.records.length > 0; page = await page.next()) {
      seen.push(...page.records.map(({ timestamp, close }) => `${String(timestamp)} ${close}`));
    }
    const all = [`${hour(0)} 3.0000000`, `${hour(2)} 5.0000000`, `${hour(3)} 2.0000000`];
    expect(seen).toEqual(order === "asc" ? all : all.toReversed());
  }
});

test("start and end are rounded to whole stretches; offsets move them", async () => {
  const between = async (start: number, end: number, resolution = 3_600_000, offset = 0) => {
    const { records } = await network.horizon
      .tradeAggregation(usd, XLM, (START_S + start) * 1000, (START_S + end) * 1000, resolution, offset)
      .call();
    return records.map(({ timestamp }) => (Number(timestamp) / 1000 - START_S) / HOUR_S);
  };
  // A trade at 0:01 is before the first whole hour after 0:00:30, one at 3:00 after the last one before 3:30.
  expect(await between(30, 3.5 * HOUR_S)).toEqual([2]);
  expect(await between(0, 4 * HOUR_S)).toEqual([0, 2, 3]);
  expect(await between(-48 * HOUR_S, 48 * HOUR_S, 86_400_000, 2 * 3_600_000)).toEqual([-22, 2]);
});

test.each([
  ["resolution=1000", "resolution"],
  ["resolution=60000&offset=3600000", "offset"],
  ["resolution=86400000&offset=1", "offset"],
  [`resolution=3600000&start_time=${hour(3)}&end_time=${hour(1)}`, "end_time"],
])("%s is refused for its %s", async (query, field) => {
  const pair = `base_asset_type=native&counter_asset_type=credit_alphanum4&counter_asset_code=USD&counter_asset_issuer=${maker.publicKey()}`;
  const response = await fetch(`${network.url}/trade_aggregations?${pair}&${query}`);
  const Refusal = v.object({ status: v.literal(400), extras: v.object({ invalid_field: v.literal(field) }) });
  expect(v.safeParse(Refusal, await response.json()).issues).toBeUndefined();
});
