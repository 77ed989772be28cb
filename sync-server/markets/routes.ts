import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { poolKey } from "./candles.ts";
import type { MarketMemory } from "./market-memory.ts";
import { pairAsked, tickerOf } from "./market-view.ts";
import { quotePayment } from "./quote-payment.ts";
import { ownPoolReader } from "./own-pools.ts";
import { pulseReader } from "./read-pulse.ts";
import { poolSummary, readCandles, readPoolHours, readTrades } from "./read-markets.ts";
import type { Markets } from "./start-markets.ts";
import { createPacer } from "#server/platform/http/pacer.ts";

/** A swap screen asks each second, and again with what is typed. */
const QUOTES = { burst: 30, perSecond: 5 };
/** Each page of trades or candles is up to a thousand documents. */
const PAGES = { burst: 60, perSecond: 15 };
const POOLS_FRESH_MS = 10_000;
const MOST_ADDRESSES = 10_000;

/** Serves books, trades, candles, pools and quotes. */
export function registerMarketData(
  app: FastifyInstance,
  runtime: Runtime,
  { feed, unlisted }: Markets,
  network: Pick<StellarNetwork, "pools">,
): void {
  const quotes = createPacer<number>(QUOTES, () => performance.now());
  const pages = createPacer<number>(PAGES, () => performance.now());
  const addressOf = addressReader(runtime);
  const poolsOf = poolReader(runtime);
  const ownPoolsOf = ownPoolReader(runtime, network);

  route(app, ENDPOINTS.markets, () => {
    const { memory } = feed;
    return { ...feed.place(), tickers: memory ? memory.pairs.map((pair) => tickerOf(memory, pair)) : [] };
  });

  const pulse = pulseReader(feed);
  route(app, ENDPOINTS.pulse, () => pulse());

  route(app, ENDPOINTS.market, ({ session, query }) => feed.look(query, session.userId));

  route(app, ENDPOINTS.marketTrades, async ({ session, query }) => {
    pages.take(session.userId);
    if (await feed.isListed(pairAsked(query))) return readTrades(runtime, feed.place(), query);
    return unlisted.trades(query, session.userId);
  });

  route(app, ENDPOINTS.marketCandles, async ({ session, query }) => {
    pages.take(session.userId);
    if (await feed.isListed(pairAsked(query))) return readCandles(runtime, feed.place(), query);
    return unlisted.candles(query, session.userId);
  });

  route(app, ENDPOINTS.marketPools, async ({ session }) => {
    const { memory } = feed;
    const place = feed.place();
    if (place.state === "building") return { ...place, pools: [] };
    const pools = memory ? await poolsOf(memory) : [];
    const known = new Set(pools.map(({ poolId }) => poolId));
    return { ...place, pools: [...pools, ...(await ownPoolsOf(session.userId, known))] };
  });

  route(app, ENDPOINTS.marketPool, async ({ params }) => {
    const memory = feed.memory;
    if (!memory && feed.place().state === "building") throw new AppError("market-building");
    const pool = memory && (await poolsOf(memory)).find(({ poolId }) => poolId === params.poolId);
    if (!pool) throw new AppError("pool-unknown");
    return { ...feed.place(), pool };
  });

  route(app, ENDPOINTS.marketQuote, async ({ session, query }) => {
    quotes.take(session.userId);
    const payer = await addressOf(session.userId);
    return quotePayment(feed, query, payer);
  });
}

/** The address of a user's wallet, which stays the same; null where there is none. */
function addressReader({ database }: Runtime): (userId: number) => Promise<string | null> {
  const known = new Map<number, string>();
  return async (userId) => {
    const address = known.get(userId);
    if (address !== undefined) return address;
    const account = await accountCollection(database).findOne({ userId, role: "wallet" }, { projection: { _id: 1 } });
    if (!account) return null;
    if (known.size >= MOST_ADDRESSES) known.clear();
    known.set(userId, account._id);
    return account._id;
  };
}

/** Pools as they stand, with volumes that are a few seconds old at most. */
function poolReader({ database }: Runtime): (memory: MarketMemory) => Promise<PoolSummary[]> {
  let last: { readonly atMs: number; readonly hours: ReturnType<typeof readPoolHours> } | null = null;

  function hoursOf(memory: MarketMemory): ReturnType<typeof readPoolHours> {
    const nowMs = performance.now();
    if (last && nowMs - last.atMs < POOLS_FRESH_MS) return last.hours;
    const asked = {
      atMs: nowMs,
      hours: readPoolHours({ database }, memory.index.pools(), memory.closedAt?.getTime() ?? 0),
    };
    last = asked;
    asked.hours.catch(() => {
      if (last === asked) last = null;
    });
    return asked.hours;
  }

  return async (memory) => {
    const hours = await hoursOf(memory);
    return memory.index.pools().map((pool) => poolSummary(pool, hours.get(poolKey(pool.poolId)) ?? []));
  };
}
