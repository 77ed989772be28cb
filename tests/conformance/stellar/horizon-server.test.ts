import {
  AccountRequiresMemoError,
  Asset,
  Horizon,
  Keypair,
  NetworkError,
  NotFoundError,
  Operation,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { describeFilters } from "./horizon-filters.ts";
import { openMarket } from "./market.ts";
import type { Market } from "./market.ts";
import { RecordedCalls } from "./recorded-calls.ts";

const STREAM_TIMEOUT_MS = 20_000;
const HOUR_MS = 3_600_000;
const XLM = Asset.native();
/** What the SDK's builders do for themselves. */
const INTERNAL = /\.(_|setPath$|forEndpoint$|checkFilter$)/;

const calls = new RecordedCalls();
let market: Market;
let horizon: Horizon.Server;

beforeAll(async () => {
  market = await openMarket();
  horizon = market.network.horizon;
  calls.watch(horizon);
  for (const make of [...Object.values(LISTS), ...Object.values(SINGLES)]) calls.watch(make());
});
afterAll(() => market.network.stop());

const of = (key: Keypair) => key.publicKey();

/** Every builder of lists, over something that there is. */
const LISTS = {
  accounts: () => horizon.accounts().forAsset(market.usd),
  assets: () => horizon.assets(),
  claimableBalances: () => horizon.claimableBalances(),
  effects: () => horizon.effects(),
  ledgers: () => horizon.ledgers(),
  liquidityPools: () => horizon.liquidityPools(),
  offers: () => horizon.offers(),
  operations: () => horizon.operations(),
  payments: () => horizon.payments(),
  trades: () => horizon.trades(),
  transactions: () => horizon.transactions(),
};

/** Every builder of single answers. */
const SINGLES = {
  orderbook: () => horizon.orderbook(market.usd, XLM),
  strictReceivePaths: () => horizon.strictReceivePaths([XLM], market.usd, "1"),
  strictSendPaths: () => horizon.strictSendPaths(XLM, "1", [market.usd]),
  friendbot: () => horizon.friendbot(Keypair.random().publicKey()),
  tradeAggregation: () => horizon.tradeAggregation(market.usd, XLM, 0, 0, HOUR_MS, 0),
};

const STREAMED = ["effects", "ledgers", "operations", "payments", "trades", "transactions"] as const;

interface Listed {
  readonly paging_token: string;
}

interface ListPage {
  readonly records: readonly Listed[];
  next(): Promise<ListPage>;
  prev(): Promise<ListPage>;
}

interface ListBuilder {
  limit(count: number): ListBuilder;
  order(direction: "asc" | "desc"): ListBuilder;
  cursor(token: string): ListBuilder;
  join(what: "transactions"): ListBuilder;
  call(): Promise<ListPage>;
}

const tokens = (page: ListPage) => page.records.map((record) => record.paging_token);

describe("every list", () => {
  test.each(Object.keys(LISTS))("%s pages forwards, backwards and from a cursor, each record once", async (name) => {
    const make = (): ListBuilder => pick(LISTS, name)();
    const all = tokens(await make().limit(200).call());
    expect(all.length).toBeGreaterThan(0);
    expect(new Set(all).size).toBe(all.length);
    const seen: string[] = [];
    let page = await make().limit(2).join("transactions").call();
    while (page.records.length > 0) {
      seen.push(...tokens(page));
      page = await page.next();
    }
    expect(seen).toEqual(all);
    expect(tokens(await make().order("desc").limit(200).call())).toEqual(all.toReversed());
    const [first = "", second = ""] = all;
    expect(tokens(await make().cursor(first).limit(1).call())).toEqual(all.slice(1, 2));
    if (second !== "" && name !== "ledgers") {
      const after = await make().cursor(first).limit(1).call();
      expect(tokens(await after.prev())).toEqual([first]);
    }
  });
});

describeFilters(() => market);

describe("every single answer", () => {
  test("order book, paths and candles", async () => {
    const { usd, eur, taker } = market;
    const book = await horizon.orderbook(usd, XLM).limit(1).call();
    expect([book.asks.length, book.bids.length]).toEqual([1, 1]);
    for (const to of [of(taker), [eur]]) {
      const sent = await horizon.strictSendPaths(XLM, "2", to).call();
      expect(sent.records.some(({ path }) => path.length === 1)).toBe(true);
    }
    for (const from of [of(taker), [XLM]]) {
      const received = await horizon.strictReceivePaths(from, eur, "1").call();
      expect(received.records.map(({ source_asset_type: type }) => type)).toContain("native");
    }
    const candles = await horizon.tradeAggregation(usd, XLM, 0, 0, HOUR_MS, 0).order("desc").limit(1).call();
    expect(candles.records).toHaveLength(1);
    expect((await candles.next()).records).toEqual([]);
    const unknown = new Asset("NONE", of(market.issuer));
    await expect(horizon.tradeAggregation(unknown, XLM, 0, 0, HOUR_MS, 0).call()).rejects.toBeInstanceOf(NotFoundError);
  });

  test("root, fees and time bounds", async () => {
    expect((await horizon.root()).history_latest_ledger).toBe(market.network.server.network.chain.last.seq);
    expect(await horizon.fetchBaseFee()).toBe(100);
    expect((await horizon.feeStats()).fee_charged.min).toBe("100");
    const { minTime, maxTime } = await horizon.fetchTimebounds(100);
    expect(minTime).toBe(0);
    expect(Math.abs(maxTime - 100 - Date.now() / 1000)).toBeLessThan(60);
  });

  test("friendbot", async () => {
    const address = Keypair.random().publicKey();
    await horizon.friendbot(address).call();
    expect((await horizon.loadAccount(address)).balances).toMatchObject([{ balance: "10000.0000000" }]);
    await expect(horizon.friendbot(address).call()).rejects.toBeInstanceOf(NetworkError);
  });

  test("builders of single answers take the parameters that all take", () => {
    for (const make of Object.values(SINGLES)) {
      const query = make().cursor("5").limit(3).order("desc").join("transactions");
      expect(query).toBeInstanceOf(make().constructor);
    }
  });
});

describe("submitting", () => {
  const payment = () => Operation.payment({ destination: of(market.maker), asset: XLM, amount: "1" });

  test("waits for the ledger, or answers at once", async () => {
    const sent = horizon.submitTransaction(await market.network.build(market.taker, [payment()]));
    await closeWhenWaiting();
    expect(await sent).toMatchObject({ successful: true });
    const later = await market.network.build(market.taker, [payment()]);
    expect((await horizon.submitAsyncTransaction(later)).tx_status).toBe("PENDING");
    await expect(horizon.submitAsyncTransaction(later)).rejects.toMatchObject({ response: { status: 409 } });
    const other = await market.network.build(market.taker, [Operation.bumpSequence({ bumpTo: "0" })]);
    await expect(horizon.submitAsyncTransaction(other)).rejects.toMatchObject({ response: { status: 503 } });
    await market.network.close();
    await expect(horizon.submitAsyncTransaction(later)).rejects.toMatchObject({ response: { status: 400 } });
  });

  test("says which operation failed, and how", async () => {
    const built = await market.network.build(market.taker, [
      payment(),
      Operation.payment({ destination: of(market.sponsor), asset: market.usd, amount: "1" }),
    ]);
    const failing = horizon.submitTransaction(built).catch((error: unknown) => error);
    await closeWhenWaiting();
    const failure = await failing;
    expect(failure).toBeInstanceOf(NetworkError);
    expect(failure).toMatchObject({
      response: {
        status: 400,
        data: {
          title: "Transaction Failed",
          extras: {
            envelope_xdr: expect.any(String),
            result_xdr: expect.any(String),
            result_codes: { transaction: "tx_failed", operations: ["op_success", "op_no_trust"] },
          },
        },
      },
    });
  });

  test("to who requires a memo is stopped by the SDK, which reads the account's data", async () => {
    const { network, taker } = market;
    const strict = await network.fund();
    await network.run(strict, [Operation.manageData({ name: "config.memo_required", value: "1" })]);
    const built = await network.build(taker, [Operation.payment({ destination: of(strict), asset: XLM, amount: "1" })]);
    await expect(horizon.checkMemoRequired(built)).rejects.toBeInstanceOf(AccountRequiresMemoError);
    await expect(horizon.submitTransaction(built)).rejects.toBeInstanceOf(AccountRequiresMemoError);
  });
});

describe("streams", () => {
  test(
    "bring every record of a list once, a page at a time, and then what ledgers add",
    { timeout: 3 * STREAM_TIMEOUT_MS },
    async () => {
      const lists = STREAMED.map((name) => ({ name, seen: [] as string[] }));
      const stops = lists.map(({ name, seen }) =>
        LISTS[name]()
          .limit(7)
          .stream({ onmessage: (record: Listed) => seen.push(record.paging_token) }),
      );
      const shown: string[] = [];
      const single = [
        horizon
          .accounts()
          .accountId(of(market.taker))
          .stream({ onmessage: ({ sequence }) => shown.push(sequence) }),
        horizon
          .offers()
          .forAccount(of(market.maker))
          .stream({ onmessage: ({ paging_token: id }) => shown.push(id) }),
        horizon.orderbook(market.usd, XLM).stream({ onmessage: ({ asks }) => shown.push(String(asks.length)) }),
      ];
      try {
        // The account, its three offers and the book as they are.
        await eventually(() => shown.length >= 5, STREAM_TIMEOUT_MS);
        await market.network.run(market.taker, [
          Operation.pathPaymentStrictSend({
            sendAsset: XLM,
            sendAmount: "2",
            destination: of(market.taker),
            destAsset: market.usd,
            destMin: "0.1",
            path: [],
          }),
        ]);
        for (const { name, seen } of lists) {
          const all = await LISTS[name]().limit(200).call();
          const expected = tokens(all);
          await eventually(() => seen.length >= expected.length, STREAM_TIMEOUT_MS);
          expect(seen).toEqual(expected);
        }
        await eventually(() => shown.length >= 7, STREAM_TIMEOUT_MS);
      } finally {
        for (const stop of [...stops, ...single]) stop();
      }
    },
  );

  test("are refused where Horizon has none", { timeout: 2 * STREAM_TIMEOUT_MS }, async () => {
    const others = { ...LISTS, ...SINGLES, orderbook: undefined };
    const refused: string[] = [];
    const stops = Object.entries(others).flatMap(([name, make]) => {
      if (!make || STREAMED.some((streamed) => streamed === name)) return [];
      return [make().stream({ onerror: () => refused.push(name) })];
    });
    try {
      await eventually(() => new Set(refused).size === stops.length, STREAM_TIMEOUT_MS);
    } finally {
      for (const stop of stops) stop();
    }
    const answer = await ask("/assets", { accept: "text/event-stream" });
    expect(answer.status).toBe(406);
  });

  test("go on after the last event that a client has seen", async () => {
    const [first = "", second = ""] = tokens(await horizon.operations().limit(2).call());
    const response = await ask("/operations?limit=1", { accept: "text/event-stream", "last-event-id": first });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const body = await response.text();
    expect(body.startsWith('retry: 1000\nevent: open\ndata: "hello"\n\n')).toBe(true);
    expect(body).toContain(`id: ${second}\ndata: {`);
    expect(body.endsWith('retry: 10\nevent: close\ndata: "byebye"\n\n')).toBe(true);
  });
});

test("no method of the SDK's Horizon client is left out", () => {
  expect(calls.missing().filter((name) => !INTERNAL.test(name))).toEqual([]);
});

async function closeWhenWaiting(): Promise<void> {
  await eventually(() => market.network.server.network.queue.size > 0);
  await market.network.close();
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(market.network.url + path, { headers });
}

function pick<T>(table: Readonly<Record<string, T>>, name: string): T {
  const found = table[name];
  if (found === undefined) throw new Error(`${name} is not in the table`);
  return found;
}
