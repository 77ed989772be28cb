import { Agent, request } from "node:http";
import { Keypair } from "@stellar/stellar-sdk";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { QuoteOutput } from "#schemas/market-data.ts";
import { adjustedOfferAmount } from "#schemas/values/exchange.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/values/money.ts";
import { MarketMemory } from "#server/markets/market-memory.ts";
import { quotePayment } from "#server/markets/quote-payment.ts";
import { route } from "#server/platform/http/route.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { LedgerOffer, LedgerPool } from "#server/platform/network/markets.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { busyness, lineOfResult, quantile, type Result, seededRandom } from "./results.ts";

const SEED = 27;
/** 78 pairs. */
const ASSETS = 13;
const OFFERS = 10_000;
const POOLS = 10;
const SPREAD = 0.05;
const WARM_UP = 200;
const PRICE_DENOMINATOR = 10_000;
const POOL_STROOPS = 1e12;
/** Amounts that are asked for, in stroops: half a unit to many thousands. */
const SCALES = [5e6, 5e8, 5e10];

/**
 * What a quote takes over HTTP beside the floor: the same route in the same server, with session, limits, schemas and an answer as long,
 * that searches nothing. Both are asked in turn, one question at a time.
 */
export async function measureQuotes(questions: number): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const random = seededRandom(SEED);
    const names = assetsOf(ASSETS);
    serve(app, marketOf(names, random), names);
    const base = await app.listen();
    const { cookie } = await aUser(app);
    const [quotes, floors]: [number[], number[]] = [[], []];
    for (let question = -WARM_UP; question < questions; question += 1) {
      const query = aQuestion(names, random);
      const quoteMs = await ask(`${base}/api/bench/quote?${query}`, { agent, cookie });
      const floorMs = await ask(`${base}/api/bench/floor?${query}`, { agent, cookie });
      if (question < 0) continue;
      quotes.push(quoteMs);
      floors.push(floorMs);
    }
    return resultsOf(quotes, floors);
  } finally {
    agent.destroy();
    await app.stop();
  }
}

function resultsOf(quotes: readonly number[], floors: readonly number[]): Result[] {
  return [
    ["p50", 0.5],
    ["p95", 0.95],
  ].map(([name, share]) => {
    const [quote, floor] = [quantile(quotes, Number(share)), quantile(floors, Number(share))];
    return {
      name: `quote over HTTP beyond the same route without a search, ${name}`,
      value: quote - floor,
      unit: "ms",
      ...(name === "p95" && { goal: { kind: "at most", value: 0.3 } as const }),
      note: `${quote.toFixed(2)} beside ${floor.toFixed(2)} ms; ${quotes.length} quotes, ${OFFERS} offers, ${busyness()}`,
    };
  });
}

function serve({ server }: TestApp, memory: MarketMemory, names: readonly AssetName[]): void {
  const feed = { memory, lag: 0, place: () => ({ state: "live", ledger: 1, closedAt: null }) as const };
  const [from, to] = names;
  if (!from || !to) throw new Error("nothing is traded");
  const asked = { direction: "send", send: assetKey(from), receive: assetKey(to), amount: "1" } as const;
  const known: QuoteOutput = quotePayment(feed, asked, null);
  route(server, { ...ENDPOINTS.marketQuote, path: "/api/bench/floor" }, () => known);
  route(server, { ...ENDPOINTS.marketQuote, path: "/api/bench/quote" }, ({ query }) => quotePayment(feed, query, null));
}

function assetsOf(count: number): AssetName[] {
  const others = Array.from({ length: count - 1 }, (_, n) => ({
    assetCode: `A${n}`,
    issuer: Keypair.fromRawEd25519Seed(Buffer.alloc(32, n + 1)).publicKey(),
  }));
  return [NATIVE, ...others];
}

/** Every asset has a worth, and offers ask a little more than that: no way around brings a gain. */
function marketOf(names: readonly AssetName[], random: () => number): MarketMemory {
  const worth = names.map(() => 0.1 + 10 * random());
  const offers = Array.from({ length: OFFERS }, (_, n): LedgerOffer => {
    const [sold, bought] = twoOf(names, random);
    const rate = ((worth[sold] ?? 1) / (worth[bought] ?? 1)) * (1 + SPREAD * random());
    const price = { n: Math.ceil(rate * PRICE_DENOMINATOR), d: PRICE_DENOMINATOR };
    const amount = adjustedOfferAmount(price, BigInt(Math.ceil(1e6 + 1e10 * random())), MAX_STROOPS);
    const [selling, buying] = [names[sold] ?? NATIVE, names[bought] ?? NATIVE];
    return { offerId: String(n + 1), seller: `G${n % 500}`, selling, buying, price, amount, ledger: 1 };
  });
  const reserve = (asset: number) => BigInt(Math.ceil(POOL_STROOPS / (worth[asset] ?? 1)));
  const pools = Array.from({ length: POOLS }, (_, n): LedgerPool => ({
    poolId: (n + 1).toString(16).padStart(64, "0"),
    assetA: NATIVE,
    assetB: names[n + 1] ?? NATIVE,
    reserveA: reserve(0),
    reserveB: reserve(n + 1),
    totalShares: 1n,
    feeBasisPoints: 30,
    holders: 1,
    ledger: 1,
  }));
  const listed = names.map(assetKey);
  const place = { phase: "live", generation: 1, sequence: 1, ledger: 1, closedAt: null, cursor: null } as const;
  const state = { _id: "markets", ...place, liveFrom: 1, listed, isRebuildAsked: false } as const;
  return new MarketMemory({ state, offers, pools, pairs: [] });
}

function aQuestion(names: readonly AssetName[], random: () => number): URLSearchParams {
  const [send, receive] = twoOf(names, random);
  const scale = SCALES[Math.floor(random() * SCALES.length)] ?? 1;
  return new URLSearchParams({
    direction: random() < 0.5 ? "send" : "receive",
    send: assetKey(names[send] ?? NATIVE),
    receive: assetKey(names[receive] ?? NATIVE),
    amount: formatAmount(BigInt(Math.ceil(scale * (0.5 + random())))),
  });
}

/** Numbers of two assets, never the same. */
function twoOf({ length }: readonly AssetName[], random: () => number): readonly [number, number] {
  const one = Math.floor(random() * length);
  return [one, (one + 1 + Math.floor(random() * (length - 1))) % length];
}

/** How long an answer takes, in ms, whatever it says. */
function ask(url: string, { agent, cookie }: { readonly agent: Agent; readonly cookie: string }): Promise<number> {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { cookie } }, (response) => {
      const status = response.statusCode ?? 0;
      if (status !== 200 && status !== 409 && status !== 422) reject(new Error(`${url} answered ${status}`));
      response.resume().once("end", () => resolve(performance.now() - beganMs));
    });
    sent.once("error", reject).end();
  });
}

if (import.meta.main) for (const result of await measureQuotes(1000)) console.log(lineOfResult(result));
