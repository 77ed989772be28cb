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
import { openMarket } from "./market.ts";
import type { Market } from "./market.ts";
import { RecordedCalls } from "./recorded-calls.ts";

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

describe("every filter of", () => {
  test("accounts", async () => {
    const { taker, sponsor, sponsored, usd, poolId, maker } = market;
    expect(await horizon.accounts().accountId(of(taker)).call()).toMatchObject({ id: of(taker) });
    const ids = async (page: Promise<{ readonly records: readonly { readonly id: string }[] }>) =>
      (await page).records.map(({ id }) => id);
    expect(await ids(horizon.accounts().forSigner(of(sponsor)).call())).toEqual(
      [of(sponsor), of(sponsored)].toSorted(),
    );
    expect(await ids(horizon.accounts().forAsset(usd).call())).toEqual(
      [of(taker), of(maker), of(sponsored)].toSorted(),
    );
    expect(await ids(horizon.accounts().sponsor(of(sponsor)).call())).toEqual([of(sponsored)]);
    expect(await ids(horizon.accounts().forLiquidityPool(poolId).call())).toEqual([of(maker)]);
    expect((await horizon.loadAccount(of(sponsored))).data_attr).toEqual({ greeting: "aGVsbG8=" });
  });

  test("assets", async () => {
    const { records } = await horizon.assets().forCode("EURO").forIssuer(of(market.issuer)).call();
    expect(records.map(({ paging_token: token }) => token)).toEqual([`EURO_${of(market.issuer)}_credit_alphanum4`]);
    expect((await horizon.assets().forCode("NONE").call()).records).toEqual([]);
  });

  test("claimable balances", async () => {
    const { balanceId, maker, taker, usd } = market;
    expect(await horizon.claimableBalances().claimableBalance(balanceId).call()).toMatchObject({ id: balanceId });
    for (const builder of [
      horizon.claimableBalances().sponsor(of(maker)),
      horizon.claimableBalances().claimant(of(taker)),
      horizon.claimableBalances().asset(usd),
    ]) {
      expect((await builder.call()).records.map(({ id }) => id)).toEqual([balanceId]);
    }
    expect((await horizon.claimableBalances().claimant(of(maker)).call()).records).toEqual([]);
  });

  test("effects", async () => {
    const { poolId, taker, bumped } = market;
    const { ledger_attr: ledger } = await horizon.transactions().transaction(bumped).call();
    const [operation] = (await horizon.operations().forTransaction(bumped).call()).records;
    const wanted = ["account_credited", "account_debited", "trade", "liquidity_pool_trade"];
    for (const builder of [
      horizon.effects().forAccount(of(taker)),
      horizon.effects().forLedger(ledger),
      horizon.effects().forTransaction(bumped),
      horizon.effects().forOperation(operation?.id ?? ""),
    ]) {
      const types = (await builder.limit(200).call()).records.map(({ type }) => type);
      expect(types).toEqual(expect.arrayContaining(wanted));
    }
    const ofPool = (await horizon.effects().forLiquidityPool(poolId).call()).records.map(({ type }) => type);
    expect(ofPool).toContain("liquidity_pool_deposited");
  });

  test("ledgers", async () => {
    expect(await horizon.ledgers().ledger(3).call()).toMatchObject({ sequence: 3 });
  });

  test("liquidity pools", async () => {
    const { poolId, usd, eur, maker, taker } = market;
    expect(await horizon.liquidityPools().liquidityPoolId(poolId).call()).toMatchObject({ id: poolId });
    for (const builder of [
      horizon.liquidityPools().forAssets(usd),
      horizon.liquidityPools().forAssets(usd, eur),
      horizon.liquidityPools().forAccount(of(maker)),
    ]) {
      expect((await builder.call()).records.map(({ id }) => id)).toEqual([poolId]);
    }
    expect((await horizon.liquidityPools().forAccount(of(taker)).call()).records).toEqual([]);
  });

  test("offers", async () => {
    const { offerId, maker, usd, sponsor } = market;
    expect(await horizon.offers().offer(offerId).call()).toMatchObject({ seller: of(maker) });
    const builders = [
      [horizon.offers().forAccount(of(maker)), 3],
      [horizon.offers().seller(of(maker)), 3],
      [horizon.offers().selling(usd), 1],
      [horizon.offers().buying(usd), 1],
      [horizon.offers().selling(usd).buying(XLM), 1],
      [horizon.offers().sponsor(of(sponsor)), 0],
    ] as const;
    for (const [builder, expected] of builders) expect((await builder.call()).records).toHaveLength(expected);
  });

  test("operations and payments", async () => {
    const { taker, maker, bumped, failed, poolId, balanceId } = market;
    const { ledger_attr: ledger } = await horizon.transactions().transaction(bumped).call();
    const types = async (page: Promise<{ readonly records: readonly { readonly type: string }[] }>) =>
      (await page).records.map(({ type }) => type);
    expect(await types(horizon.operations().forAccount(of(taker)).call())).toEqual([
      "create_account",
      "change_trust",
      "change_trust",
      "create_claimable_balance",
      "path_payment_strict_send",
      "path_payment_strict_receive",
      "bump_sequence",
    ]);
    expect(await types(horizon.operations().forLedger(ledger).call())).toEqual(["path_payment_strict_send"]);
    expect(await types(horizon.operations().forTransaction(bumped).call())).toEqual(["path_payment_strict_send"]);
    // Who asks for one transaction sees its operations, failed or not.
    expect(await types(horizon.operations().forTransaction(failed).call())).toEqual(["payment"]);
    expect(await types(horizon.operations().forLiquidityPool(poolId).call())).toEqual([
      "change_trust",
      "liquidity_pool_deposit",
      "path_payment_strict_send",
    ]);
    expect(await types(horizon.operations().forClaimableBalance(balanceId).call())).toEqual([
      "create_claimable_balance",
    ]);
    expect(await types(horizon.operations().forAccount(of(taker)).includeFailed(true).call())).toContain("payment");
    const payments = ["create_account", "path_payment_strict_send", "path_payment_strict_receive"];
    expect(await types(horizon.payments().forAccount(of(taker)).call())).toEqual(payments);
    expect(await types(horizon.payments().forAccount(of(taker)).includeFailed(true).call())).toContain("payment");
    expect(await types(horizon.payments().forLedger(ledger).call())).toEqual(["path_payment_strict_send"]);
    expect(await types(horizon.payments().forTransaction(bumped).call())).toEqual(["path_payment_strict_send"]);
    const [first] = (await horizon.operations().forAccount(of(maker)).join("transactions").call()).records;
    expect(await first?.transaction()).toMatchObject({ successful: true });
    expect(
      await horizon
        .operations()
        .operation(first?.id ?? "")
        .call(),
    ).toMatchObject({ id: first?.id });
  });

  test("trades", async () => {
    const { taker, usd, eur, offerId, poolId } = market;
    const builders = [
      [horizon.trades().forAssetPair(usd, XLM), 2],
      [horizon.trades().forAssetPair(eur, usd), 1],
      [horizon.trades().forOffer(offerId), 2],
      [horizon.trades().forType(Horizon.ServerApi.TradeType.orderbook), 2],
      [horizon.trades().forType(Horizon.ServerApi.TradeType.liquidityPools), 1],
      [horizon.trades().forAccount(of(taker)), 3],
      [horizon.trades().forLiquidityPool(poolId), 1],
    ] as const;
    for (const [builder, expected] of builders) expect((await builder.call()).records).toHaveLength(expected);
  });

  test("transactions", async () => {
    const { taker, sponsor, bumped, failed, poolId, balanceId } = market;
    const whole = await horizon.transactions().transaction(bumped).call();
    const inner = whole.inner_transaction?.hash ?? "";
    expect(await horizon.transactions().transaction(inner).call()).toMatchObject({
      id: inner,
      ledger_attr: whole.ledger_attr,
    });
    const hashes = async (page: Promise<{ readonly records: readonly { readonly hash: string }[] }>) =>
      (await page).records.map(({ hash }) => hash);
    expect(await hashes(horizon.transactions().forAccount(of(sponsor)).limit(200).call())).toContain(bumped);
    expect(await hashes(horizon.transactions().forAccount(of(taker)).call())).not.toContain(failed);
    expect(await hashes(horizon.transactions().forAccount(of(taker)).includeFailed(true).call())).toContain(failed);
    expect(await hashes(horizon.transactions().forLedger(whole.ledger_attr).call())).toEqual([bumped]);
    expect(await hashes(horizon.transactions().forLiquidityPool(poolId).call())).toContain(bumped);
    expect(await hashes(horizon.transactions().forClaimableBalance(balanceId).call())).toHaveLength(1);
  });
});

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
    { timeout: 30_000 },
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
          await eventually(() => seen.length >= expected.length);
          expect(seen).toEqual(expected);
        }
        await eventually(() => shown.length >= 6);
      } finally {
        for (const stop of [...stops, ...single]) stop();
      }
    },
  );

  test("are refused where Horizon has none", async () => {
    const others = { ...LISTS, ...SINGLES, orderbook: undefined };
    const refused: string[] = [];
    const stops = Object.entries(others).flatMap(([name, make]) => {
      if (!make || STREAMED.some((streamed) => streamed === name)) return [];
      return [make().stream({ onerror: () => refused.push(name) })];
    });
    try {
      await eventually(() => new Set(refused).size === stops.length);
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
