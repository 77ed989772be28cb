import * as v from "valibot";
import type { StellarConfig } from "#server/config.ts";
import { STROOPS_PER_UNIT } from "#schemas/money.ts";
import { type AssetName, isNative } from "./assets.ts";
import { describeProblem } from "./answers.ts";
import {
  type BookLevel,
  type Candle,
  CANDLE_MS,
  type CandleQuery,
  type MarketPair,
  type MarketSource,
} from "./markets.ts";
import { type LedgerHead, NetworkError, type StellarNetwork } from "./network.ts";

const REQUEST_TIMEOUT_MS = 10_000;
/** How long a node that showed what network it is of, and how far, is believed. */
const ADMITTED_MS = 30_000;
/** A node that is further behind the network than this, about five minutes, tells of markets that are no more. */
const MAX_LAG_LEDGERS = 60;
const LEVELS = 200;
const CANDLES_PER_PAGE = 200;
/** Ten years of days: no answer is read for ever. */
const MOST_PAGES = 20;

const Int32 = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
  v.maxValue(2 ** 31 - 1),
);
/** A sum of amounts, which may be more than one amount can be. */
const Volume = v.pipe(
  v.string(),
  v.regex(/^\d{1,30}\.\d{7}$/),
  v.transform((text) => {
    const [whole = "0", fraction = "0"] = text.split(".");
    return BigInt(whole) * STROOPS_PER_UNIT + BigInt(fraction);
  }),
);
const Level = v.pipe(
  v.object({
    price_r: v.object({ n: Int32, d: Int32 }),
    amount: Volume,
  }),
  v.transform(({ price_r: price, amount }): BookLevel => ({ price, amount })),
);
const Book = v.object({ bids: v.array(Level), asks: v.array(Level) });
const Count = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger(), v.minValue(0));
const CandleRecord = v.pipe(
  v.object({ timestamp: Count, trade_count: Count, base_volume: Volume, counter_volume: Volume }),
  v.transform((record): Candle => ({
    startMs: record.timestamp,
    trades: record.trade_count,
    baseVolume: record.base_volume,
    counterVolume: record.counter_volume,
  })),
);
const Candles = v.object({ _embedded: v.object({ records: v.array(CandleRecord) }) });
const Root = v.object({
  network_passphrase: v.string(),
  history_latest_ledger: v.pipe(v.number(), v.integer()),
  history_latest_ledger_closed_at: v.pipe(v.string(), v.isoTimestamp()),
});

interface Node {
  readonly url: string;
  head: LedgerHead | null;
  /** By this process's monotonic clock. */
  admittedUntilMs: number;
}

/**
 * Reads markets from the Horizon servers of the configuration, from the first in their order that answers. One of another
 * network, or too far behind what `network` says, is not asked.
 */
export function openHorizonMarkets(
  config: StellarConfig,
  network: Pick<StellarNetwork, "head">,
  timeoutMs = REQUEST_TIMEOUT_MS,
): MarketSource {
  const nodes = config.horizonUrls.map((url): Node => ({ url, head: null, admittedUntilMs: 0 }));

  /** Null where the node knows of no such thing. */
  async function get<T>(node: Node, path: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
    const response = await fetch(`${node.url}${path}`, { signal: AbortSignal.timeout(timeoutMs) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`Horizon answered ${response.status}`);
    return v.parse(schema, await response.json());
  }

  async function admit(node: Node): Promise<LedgerHead> {
    if (node.head !== null && performance.now() < node.admittedUntilMs) return node.head;
    const [root, newest] = await Promise.all([get(node, "/", Root), network.head()]);
    if (root?.network_passphrase !== config.passphrase) throw new Error("Horizon is of another network");
    const sequence = root.history_latest_ledger;
    if (sequence < newest.sequence - MAX_LAG_LEDGERS)
      throw new Error(`Horizon is ${newest.sequence - sequence} ledgers behind`);
    node.head = { sequence, closedAt: new Date(root.history_latest_ledger_closed_at) };
    node.admittedUntilMs = performance.now() + ADMITTED_MS;
    return node.head;
  }

  async function ask<T>(question: (node: Node) => Promise<T>): Promise<T> {
    let cause: unknown = new Error("no Horizon is configured");
    for (const node of nodes) {
      try {
        await admit(node);
        return await question(node);
      } catch (error) {
        node.admittedUntilMs = 0;
        cause = error;
      }
    }
    throw new NetworkError(`no Horizon answered: ${describeProblem(cause)}`, { cause });
  }

  return {
    head: () => ask(admit),
    orderBook: async ({ base, counter }) => {
      const pair = { ...assetQuery("selling", base), ...assetQuery("buying", counter) };
      const path = `/order_book?${new URLSearchParams({ ...pair, limit: String(LEVELS) }).toString()}`;
      return (await ask((node) => get(node, path, Book))) ?? { bids: [], asks: [] };
    },
    candles: (pair, query) => ask((node) => readCandles((path) => get(node, path, Candles), pair, query)),
  };
}

async function readCandles(
  get: (path: string) => Promise<v.InferOutput<typeof Candles> | null>,
  { base, counter }: MarketPair,
  { size, fromMs, toMs }: CandleQuery,
): Promise<readonly Candle[]> {
  const found: Candle[] = [];
  const resolution = CANDLE_MS[size];
  const pair = { ...assetQuery("base", base), ...assetQuery("counter", counter), resolution: String(resolution) };
  // Zero would mean "no bound" to Horizon.
  let from = Math.max(resolution, Math.floor(fromMs / resolution) * resolution);
  const to = Math.ceil(toMs / resolution) * resolution;
  for (let page = 0; page < MOST_PAGES && from < to; page += 1) {
    const span = { start_time: String(from), end_time: String(to) };
    const query = new URLSearchParams({ ...pair, ...span, limit: String(CANDLES_PER_PAGE), order: "asc" });
    const records = (await get(`/trade_aggregations?${query.toString()}`))?._embedded.records ?? [];
    found.push(...records);
    const last = records.at(-1);
    if (!last || records.length < CANDLES_PER_PAGE) break;
    from = last.startMs + resolution;
  }
  return found;
}

function assetQuery(prefix: string, asset: AssetName): Record<string, string> {
  if (isNative(asset)) return { [`${prefix}_asset_type`]: "native" };
  return {
    [`${prefix}_asset_type`]: asset.assetCode.length <= 4 ? "credit_alphanum4" : "credit_alphanum12",
    [`${prefix}_asset_code`]: asset.assetCode,
    [`${prefix}_asset_issuer`]: asset.issuer,
  };
}
