import { afterAll, beforeAll, expect, test } from "vitest";
import { LISTED_CODES } from "#server/embedded/stellar/demo/assets.ts";
import { castOf } from "#server/embedded/stellar/demo/cast.ts";
import { PASSPHRASE, startTestNetwork, type TestNetwork } from "#server/embedded/stellar/test-network.ts";
import { CANDLE_SIZES, seenFrom, startOf, withTrade } from "#server/markets/candles.ts";
import { MarketIndex } from "#server/markets/market-index.ts";
import { findQuote, type Quote } from "#server/markets/quote.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import { openHorizonMarkets } from "#server/platform/network/horizon-markets.ts";
import { openHorizonSnapshots, type SnapshotSource } from "#server/platform/network/horizon-offers.ts";
import type { MarketPair, PricedCandle, PricedMarketSource } from "#server/platform/network/markets.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { isCanonical, standingAt, tradesAt } from "./compare.ts";
import { type PathQuestion, pathsAt } from "./horizon-paths.ts";

const UNTIL_SECONDS = 1_790_000_000;

let network: TestNetwork;
let assets: readonly AssetName[];
let pairs: readonly MarketPair[];
let snapshots: SnapshotSource;
let markets: PricedMarketSource;
let index: MarketIndex;

/** The demo market after a day of trading, which then stands still. */
beforeAll(async () => {
  const clock = { now: () => BigInt(UNTIL_SECONDS), shift: () => undefined };
  network = await startTestNetwork({ demo: { seed: "astrolabe", domain: "localhost:3000", days: 1 }, clock });
  const { issuers } = castOf(network.server.network.chain.networkId);
  assets = [NATIVE, ...LISTED_CODES.map((code) => ({ assetCode: code, issuer: issuers[code].address }))];
  pairs = assets.flatMap((base) => assets.filter((asset) => asset !== base).map((counter) => ({ base, counter })));
  const { url } = network;
  const urls = { rpcUrls: [`${url}/rpc`], horizonUrls: [url], friendbotUrl: null, demoUrl: null };
  const config = { ...urls, passphrase: PASSPHRASE };
  const rpc = openRpcNetwork(config);
  snapshots = openHorizonSnapshots(config, rpc);
  markets = openHorizonMarkets(config, rpc);
  index = new MarketIndex(assets);
  const { offers, pools } = await standingAt({ snapshots, pairs });
  index.load(offers, pools, network.server.network.chain.last.seq);
});
afterAll(() => network.stop());

test("books are Horizon's", async () => {
  for (const pair of pairs) expect(index.orderBook(pair, 200)).toEqual(await markets.orderBook(pair));
  expect([...index.offers()].length).toBeGreaterThan(50);
  expect(index.pools().length).toBeGreaterThan(0);
});

const AMOUNTS = [1n, 12_345n, 10_000_000n, 345_678_901n, 20_000_000_000n, 9_000_000_000_000n];

/** Horizon goes on from the best step to each asset only, so that at times it misses a way. */
test("the best ways are Horizon's, or better ones in a few cases", async () => {
  let [same, better] = [0, 0];
  for (const question of questions()) {
    const quote = findQuote(index, { ...question, payer: null });
    const [told, best] = [quote && boundOf(question, quote), await bestAtHorizon(question)];
    if (best === null || told === null) expect([question, best]).toEqual([question, null]);
    else expect(isAsGood(question, told, best)).toBe(true);
    if (told === best) same += 1;
    else better += 1;
  }
  expect(same).toBeGreaterThan(10 * better);
});

function questions(): PathQuestion[] {
  return (["send", "receive"] as const).flatMap((direction) =>
    pairs.flatMap(({ base: send, counter: receive }) =>
      AMOUNTS.map((amount) => ({ direction, send, receive, amount })),
    ),
  );
}

async function bestAtHorizon(question: PathQuestion): Promise<bigint | null> {
  const found = (await pathsAt(network.url, question)).map((path) =>
    boundOf(question, { sendAmount: path.source_amount, receiveAmount: path.destination_amount }),
  );
  return found.find((each) => found.every((other) => isAsGood(question, each, other))) ?? null;
}

/** What is not fixed. */
function boundOf({ direction }: PathQuestion, amounts: Pick<Quote, "sendAmount" | "receiveAmount">): bigint {
  return direction === "send" ? amounts.receiveAmount : amounts.sendAmount;
}

function isAsGood({ direction }: PathQuestion, amount: bigint, other: bigint): boolean {
  return direction === "send" ? amount >= other : amount <= other;
}

test.each(CANDLE_SIZES)("candles of %s are Horizon's", async (size) => {
  for (const pair of pairs.filter(isCanonical)) {
    const candles = new Map<number, PricedCandle>();
    for (const trade of await tradesAt(snapshots, pair)) {
      const startMs = startOf(size, trade.closedAt.getTime());
      candles.set(startMs, withTrade(candles.get(startMs) ?? null, startMs, seenFrom(pair, trade)));
    }
    const toMs = (UNTIL_SECONDS + 1) * 1000;
    expect([...candles.values()]).toEqual(await markets.candles(pair, { size, fromMs: 0, toMs }));
  }
});
