import { Agent, request } from "node:http";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { QuoteOutput } from "#schemas/market-data.ts";
import type { MarketMemory } from "#server/markets/market-memory.ts";
import { quotePayment } from "#server/markets/quote-payment.ts";
import { route } from "#server/platform/http/route.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { aQuestion, assetsOf, marketOf } from "./made-market.ts";
import { busyness, lineOfResult, quantile, type Result, seededRandom } from "./results.ts";

const SEED = 27;
/** 78 pairs. */
const ASSETS = 13;
const OFFERS = 10_000;
/** A server's first: until then its search is compiled, and what they take is told without a goal. */
const FIRST = 1000;

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
    serve(app, marketOf(names, OFFERS, random), names);
    const base = await app.listen();
    const { cookie } = await aUser(app);
    const [first, later]: [Times, Times] = [
      { quotes: [], floors: [] },
      { quotes: [], floors: [] },
    ];
    for (let question = -FIRST; question < questions; question += 1) {
      const query = new URLSearchParams({ ...aQuestion(names, random) });
      const quoteMs = await ask(`${base}/api/bench/quote?${query}`, { agent, cookie });
      const floorMs = await ask(`${base}/api/bench/floor?${query}`, { agent, cookie });
      const { quotes, floors } = question < 0 ? first : later;
      quotes.push(quoteMs);
      floors.push(floorMs);
    }
    return [
      ...resultsOf("", later, 0.3),
      ...resultsOf(`, of a server's first ${FIRST}`, first, null).filter(({ name }) => name.includes("p95")),
    ];
  } finally {
    agent.destroy();
    await app.stop();
  }
}

interface Times {
  readonly quotes: number[];
  readonly floors: number[];
}

function resultsOf(which: string, { quotes, floors }: Times, mostMs: number | null): Result[] {
  return [
    ["p50", 0.5],
    ["p95", 0.95],
  ].map(([name, share]) => {
    const [quote, floor] = [quantile(quotes, Number(share)), quantile(floors, Number(share))];
    return {
      name: `quote over HTTP beyond the same route without a search, ${name}${which}`,
      value: quote - floor,
      unit: "ms",
      ...(name === "p95" && mostMs !== null && { goal: { kind: "at most", value: mostMs } as const }),
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
