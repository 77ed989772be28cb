import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as v from "valibot";
import { mulDiv, parseAmount } from "#schemas/values/money.ts";
import type { Clock } from "#server/embedded/stellar/clock.ts";
import { History } from "#server/embedded/stellar/history.ts";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { LEDGER_FILE, Store } from "#server/embedded/stellar/store.ts";
import { PASSPHRASE, startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";
import { DEMO_ASSETS, LISTED_CODES, NATIVE, PAIRS } from "./assets.ts";
import type { Code, Pair } from "./assets.ts";
import { assetIn, castOf } from "./cast.ts";
import { holdingOf } from "./holdings.ts";
import { makeHistory } from "./make-history.ts";
import { FULL_DEPTH } from "./standing.ts";
import { middleOf, PRICE_SCALE, STARTING_PRICES } from "./walk.ts";

const DAY_SECONDS = 86_400;
const UNTIL = 1_790_000_000;
const DOMAIN = "localhost:3000";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "astrolabe-demo-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

async function make(folder: string, days: number, seed: string): Promise<void> {
  const onProgress = () => undefined;
  await makeHistory({
    directory: folder,
    passphrase: PASSPHRASE,
    protocol: 23,
    domain: DOMAIN,
    until: UNTIL,
    days,
    seed,
    onProgress,
  });
}

async function lastHash(seed: string): Promise<string> {
  const folder = join(directory, seed, String(Math.random()));
  await make(folder, 0.2, seed);
  const store = new Store(folder);
  const last = store.lastLedger();
  store.close();
  return last ? hex(last.hash) : "none";
}

test("the same seed makes the same history to the last bit, and another seed another", async () => {
  const first = await lastHash("seed");
  expect(await lastHash("seed")).toBe(first);
  expect(await lastHash("other")).not.toBe(first);
});

/** A clock that only tests move. */
class HeldClock implements Clock {
  seconds = UNTIL;
  now(): bigint {
    return BigInt(this.seconds);
  }
  shift(): void {
    throw new Error("this clock is moved by hand");
  }
}

const DemoAnswer = v.object({
  isOpen: v.boolean(),
  homeDomain: v.string(),
  assets: v.array(v.object({ code: v.picklist(LISTED_CODES), issuer: v.string(), name: v.string() })),
  pairs: v.array(v.unknown()),
});

const demo = { seed: "astrolabe", domain: DOMAIN, days: 2 };
const sdkAsset = (network: TestNetwork, code: Code): Asset => {
  return code === NATIVE
    ? Asset.native()
    : new Asset(code, castOf(network.server.network.chain.networkId).issuers[code].address);
};

describe("two days of history", () => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await startTestNetwork({ demo, clock: new HeldClock() });
  });
  afterAll(() => network.stop());

  test("ledgers reach back to the first day without a gap, and hardly a transaction failed", () => {
    const ledgers = new History(network.server.network.chain.store).ledgers(0, "asc", 10_000);
    const times = ledgers.map(({ closedAt }) => closedAt);
    expect(times[0]).toBe(UNTIL - demo.days * DAY_SECONDS);
    expect(times.at(-1)).toBe(UNTIL);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...gaps)).toBeLessThan(2 * 3600);
    const sum = (field: "succeeded" | "failed") => ledgers.reduce((total, ledger) => total + ledger[field], 0);
    expect(sum("succeeded")).toBeGreaterThan(600);
    expect(sum("failed")).toBeLessThan(sum("succeeded") / 100);
  });

  test.each(PAIRS)(
    "$base/$counter trades all along, at prices within bounds, and candles are made of its trades",
    async (pair) => {
      const [base, counter] = [sdkAsset(network, pair.base), sdkAsset(network, pair.counter)];
      const trades = await allTrades(network, base, counter);
      expect(trades.length).toBeGreaterThan(60);
      const start = middleOf(STARTING_PRICES, pair);
      for (const { price } of trades) {
        const value = (BigInt(price?.n ?? "0") * PRICE_SCALE) / BigInt(price?.d ?? "1");
        expect(value * 2n > start && value < start * 2n).toBe(true);
      }
      const page = network.horizon.tradeAggregation(base, counter, 0, UNTIL * 1000 + 3_600_000, 3_600_000, 0);
      const candles = (await page.limit(200).call()).records;
      expect(candles.length).toBeGreaterThan(20);
      const count = candles.reduce((sum, candle) => sum + Number(candle.trade_count), 0);
      expect(count).toBe(trades.length);
      const volume = candles.reduce((sum, candle) => sum + parseAmount(String(candle.base_volume)), 0n);
      expect(volume).toBe(trades.reduce((sum, trade) => sum + parseAmount(trade.base_amount), 0n));
      for (const { low, high, open, close } of candles) {
        expect(Number(low)).toBeGreaterThan(0);
        expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
        expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
      }
    },
  );

  test.each(PAIRS)("the book of $base/$counter has both sides, and its pool the same price", async (pair) => {
    const [base, counter] = [sdkAsset(network, pair.base), sdkAsset(network, pair.counter)];
    const { bids, asks } = await network.horizon.orderbook(base, counter).limit(100).call();
    expect(bids).toHaveLength(FULL_DEPTH.levels);
    expect(asks).toHaveLength(FULL_DEPTH.levels);
    const [bid, ask] = [Number(bids[0]?.price), Number(asks[0]?.price)];
    expect(bid).toBeLessThan(ask);
    expect(ask / bid).toBeLessThan(1.005);
    const pools = (await network.horizon.liquidityPools().forAssets(base, counter).call()).records;
    expect(pools).toHaveLength(1);
    const reserve = (asset: Asset) => {
      const found = pools[0]?.reserves.find((held) => held.asset === (asset.isNative() ? "native" : asset.toString()));
      return Number(found?.amount);
    };
    expect(reserve(counter) / reserve(base) / bid).toBeGreaterThan(0.98);
    expect(reserve(counter) / reserve(base) / ask).toBeLessThan(1.02);
  });

  test("issuers name their home domain, and GET /demo names the issuers", async () => {
    const answer = v.parse(DemoAnswer, await (await fetch(`${network.url}/demo`)).json());
    expect(answer.isOpen).toBe(true);
    expect(answer.homeDomain).toBe(DOMAIN);
    expect(answer.assets.map(({ code }) => code)).toEqual(LISTED_CODES);
    for (const { code, issuer, name } of answer.assets) {
      expect(name).toBe(DEMO_ASSETS[code].name);
      expect((await network.horizon.loadAccount(issuer)).home_domain).toBe(DOMAIN);
    }
    expect(answer.pairs).toHaveLength(PAIRS.length);
  });
});

async function allTrades(network: TestNetwork, base: Asset, counter: Asset) {
  const found = [];
  let page = await network.horizon.trades().forAssetPair(base, counter).limit(200).call();
  while (page.records.length > 0) {
    found.push(...page.records);
    page = await page.next();
  }
  return found;
}

describe("the live market", () => {
  let network: TestNetwork;
  let clock: HeldClock;
  beforeEach(() => {
    clock = new HeldClock();
  });
  afterEach(() => network.stop());

  /** Lets some time pass, then closes a ledger with what the market wants by now. */
  async function pass(seconds: number): Promise<void> {
    clock.seconds += seconds;
    network.server.network.closeLedger();
    await nextTurn();
    clock.seconds += 1;
    network.server.network.closeLedger();
    await nextTurn();
  }

  test("opens on a ledger that was there before, without a history, and stays as it is over a restart", async () => {
    network = await startTestNetwork({ directory, clock });
    const before = network.server.network.chain.last.seq;
    await network.stop();
    network = await startTestNetwork({ directory, clock, demo });
    for (let round = 0; round < 10; round += 1) await pass(5);
    expect(await (await fetch(`${network.url}/demo`)).json()).toMatchObject({ isOpen: true });
    expect(network.server.network.chain.last.seq).toBeLessThan(before + 40);
    for (const pair of PAIRS) expect(Math.min(...levelsOf(network, pair))).toBeGreaterThanOrEqual(20);
    await network.stop();
    const other = { ...demo, domain: "wallet.example.org" };
    network = await startTestNetwork({ directory, clock, demo: other });
    for (let round = 0; round < 3; round += 1) await pass(11);
    const { issuers } = castOf(network.server.network.chain.networkId);
    expect((await network.horizon.loadAccount(issuers.SKL.address)).home_domain).toBe("wallet.example.org");
    for (const pair of PAIRS) expect(Math.min(...levelsOf(network, pair))).toBeGreaterThanOrEqual(20);
  });

  test("goes on selling to somebody who buys all there is and more, then fills its books again", async () => {
    const buyer = Keypair.random();
    const fund = [[buyer.publicKey(), "1000000"]] as const;
    network = await startTestNetwork({ demo: { ...demo, days: 0 }, clock, fund });
    for (let round = 0; round < 10; round += 1) await pass(5);
    const usdc = sdkAsset(network, "USDC");
    const price = { n: 5, d: 1 };
    const ran = await network.run(buyer, [
      Operation.changeTrust({ asset: usdc }),
      Operation.manageBuyOffer({ selling: Asset.native(), buying: usdc, buyAmount: "180000", price }),
    ]);
    expect(ran.status).toBe("SUCCESS");
    expect(levelsOf(network, PAIRS[0])[0]).toBe(0);
    expect((await network.horizon.offers().forAccount(buyer.publicKey()).call()).records).toHaveLength(1);
    for (let round = 0; round < 10; round += 1) await pass(11);
    expect((await network.horizon.offers().forAccount(buyer.publicKey()).call()).records).toEqual([]);
    const { balances } = await network.horizon.loadAccount(buyer.publicKey());
    expect(balances.map(({ balance }) => balance)).toContain("180000.0000000");
    for (const pair of PAIRS) expect(Math.min(...levelsOf(network, pair))).toBeGreaterThanOrEqual(20);
  });

  test(
    "after weeks every book is full and uncrossed at every moment, and nobody has run dry",
    { timeout: 60_000 },
    async () => {
      network = await startTestNetwork({ demo: { ...demo, days: 0 }, clock });
      for (let round = 0; round < 10; round += 1) await pass(5);
      const began = clock.seconds;
      const { chain } = network.server.network;
      const { failed } = totals(network);
      while (clock.seconds < began + 25 * DAY_SECONDS) {
        await pass(DAY_SECONDS);
        for (const pair of PAIRS) {
          expect(isCrossed(network, pair)).toBe(false);
          // The last trades have just taken some.
          expect(Math.min(...levelsOf(network, pair))).toBeGreaterThanOrEqual(20);
        }
      }
      expect(holdingOf(chain.state, castOf(chain.networkId).bank, { type: 0 })).toBeGreaterThan(
        parseAmount("1900000000"),
      );
      expect(totals(network).failed - failed).toBeLessThan(totals(network).succeeded / 100);
    },
  );
});

test("without a demo market the network is empty", async () => {
  const network = await startTestNetwork();
  try {
    expect((await fetch(`${network.url}/demo`)).status).toBe(404);
    expect((await network.horizon.assets().call()).records).toEqual([]);
    expect(existsSync(join(network.directory, LEDGER_FILE))).toBe(true);
    expect(network.server.network.chain.last.seq).toBe(1);
  } finally {
    await network.stop();
  }
});

function totals({ server }: TestNetwork): { readonly succeeded: number; readonly failed: number } {
  const ledgers = new History(server.network.chain.store).ledgers(0, "asc", 100_000);
  const sum = (field: "succeeded" | "failed") => ledgers.reduce((total, ledger) => total + ledger[field], 0);
  return { succeeded: sum("succeeded"), failed: sum("failed") };
}

function offersIn({ server }: TestNetwork, selling: Code, buying: Code) {
  const { state, networkId } = server.network.chain;
  const cast = castOf(networkId);
  return state.book.listings(assetIn(cast, selling), assetIn(cast, buying)).flatMap((key) => {
    const data = state.peek(key)?.data;
    return data?.type === 2 ? [data.offer] : [];
  });
}

/** How many offers stand on the side of the sellers and of the buyers. */
function levelsOf(network: TestNetwork, pair: Pair | undefined): [number, number] {
  if (!pair) throw new Error("no such pair");
  return [offersIn(network, pair.base, pair.counter).length, offersIn(network, pair.counter, pair.base).length];
}

function isCrossed(network: TestNetwork, { base, counter }: Pair): boolean {
  const [ask] = offersIn(network, base, counter);
  const [bid] = offersIn(network, counter, base);
  if (!ask || !bid) return false;
  const bought = mulDiv(PRICE_SCALE, BigInt(bid.price.d), BigInt(bid.price.n), "down");
  return bought >= mulDiv(PRICE_SCALE, BigInt(ask.price.n), BigInt(ask.price.d), "down");
}
