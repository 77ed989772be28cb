import type { AssetWire, OperationBodyWire } from "@stellar/stellar-sdk/xdr";
import { History } from "#server/embedded/stellar/history.ts";
import type { HorizonContext } from "#server/embedded/stellar/horizon/context.ts";
import { serveHorizon } from "#server/embedded/stellar/horizon/serve.ts";
import { prefixedAsset } from "#server/embedded/stellar/horizon/text.ts";
import type { Request } from "#server/embedded/stellar/http.ts";
import { compareAssets, poolIdOf } from "#server/embedded/stellar/ledger/assets.ts";
import { type AssetName, assetNameOf } from "#server/platform/network/assets.ts";
import { oneOf, randomFrom } from "#tests/faults/stellar/random.ts";
import type { Random } from "#tests/faults/stellar/random.ts";
import { BenchNetwork, cpuMs, creditOf, median, p95, payment, sellOffer, trust } from "./stellar-network.ts";
import type { Signer } from "./stellar-network.ts";

const ASSETS = 40;
const OFFERS = 5_000;
const POOLS = 100;
/** An account has at most a thousand offers, lines and the like. */
const OFFERS_OF_A_MAKER = 500;
const LEVELS = 200;
const QUESTIONS = 200;
const AMOUNT = 100_000_000n;
const SEED = 5;

/** How long a path search takes among many offers and pools, and an order book of many levels. */
export async function measureMarket(tell: (line: string) => void): Promise<void> {
  const bench = new BenchNetwork();
  try {
    const random = randomFrom(SEED);
    const { assets, makers } = makeMarket(bench, random);
    const ask = asker(bench);
    for (const kind of ["send", "receive"] as const) {
      const times: number[] = [];
      let paths = 0;
      for (let question = 0; question < QUESTIONS; question += 1) {
        const { ms, body } = await ask(`/paths/strict-${kind}`, pathQuery(kind, random, assets, makers));
        times.push(ms);
        paths += (body.match(/"path":/g) ?? []).length;
      }
      tell(
        `path search (strict-${kind}), ${OFFERS} offers over ${ASSETS} assets, ${POOLS} pools: ${spread(times)}; ${(paths / QUESTIONS).toFixed(1)} paths found each`,
      );
    }
    await measureBook(bench, assets, ask, tell);
  } finally {
    bench.remove();
  }
}

/** How much is traded, over how many assets, XLM first among them. */
export interface MarketSize {
  readonly assets: number;
  readonly offers: number;
  readonly pools: number;
  /** What the codes of its assets begin with. */
  readonly code: string;
}

const MIDDLING: MarketSize = { assets: ASSETS, offers: OFFERS, pools: POOLS, code: "A" };

/** 5,000 offers over 40 assets and 100 pools unless told. */
export function makeMarket(bench: BenchNetwork, random: Random, size = MIDDLING) {
  const assets: AssetWire[] = [
    { type: 0 },
    ...Array.from({ length: size.assets - 1 }, (_, n) => creditOf(`${size.code}${n}`, bench.root)),
  ];
  const makers = bench.createAccounts(Math.ceil(size.offers / OFFERS_OF_A_MAKER));
  for (const maker of makers) fund(bench, maker, assets);
  for (const [place, maker] of makers.entries()) {
    const left = size.offers - place * OFFERS_OF_A_MAKER;
    const offers = Array.from({ length: Math.min(left, OFFERS_OF_A_MAKER) }, () => randomOffer(random, assets));
    bench.runInBatches(maker, offers);
  }
  openPools(bench, makers, { assets, random, pools: size.pools });
  return { assets, makers };
}

function fund(bench: BenchNetwork, maker: Signer, assets: readonly AssetWire[]): void {
  const credits = assets.filter((asset) => asset.type !== 0);
  bench.runInBatches(maker, credits.map(trust));
  bench.runInBatches(
    bench.root,
    credits.map((asset) => payment(maker, 1_000_000_000_000_000n, asset)),
  );
  bench.run([bench.envelope(bench.root, [payment(maker, 10_000_000_000_000n)])]);
}

/** Prices stand a little above par, so that offers rest instead of meeting each other. */
function randomOffer(random: Random, assets: readonly AssetWire[]): OperationBodyWire {
  const [selling, buying] = twoOf(random, assets);
  return sellOffer(selling, buying, AMOUNT, 1_010 + Math.floor(random() * 200), 1_000);
}

interface Pools {
  readonly assets: readonly AssetWire[];
  readonly random: Random;
  readonly pools: number;
}

function openPools(bench: BenchNetwork, makers: readonly Signer[], { assets, random, pools }: Pools): void {
  const [maker] = makers;
  if (!maker) throw new Error("no makers");
  const opened = new Set<string>();
  while (opened.size < pools) {
    const [left, right] = twoOf(random, assets);
    const [first, second] = compareAssets(left, right) < 0 ? [left, right] : [right, left];
    const liquidityPoolId = poolIdOf(first, second);
    const name = Buffer.from(liquidityPoolId).toString("hex");
    if (opened.has(name)) continue;
    opened.add(name);
    const params = { assetA: first, assetB: second, fee: 30 };
    const price = { minPrice: { n: 1, d: 2 }, maxPrice: { n: 2, d: 1 } };
    const amounts = { maxAmountA: 100n * AMOUNT, maxAmountB: 100n * AMOUNT };
    bench.run([
      bench.envelope(maker, [
        {
          type: 6,
          changeTrustOp: { line: { type: 3, liquidityPool: { type: 0, constantProduct: params } }, limit: 10n ** 18n },
        },
        { type: 22, liquidityPoolDepositOp: { liquidityPoolId, ...amounts, ...price } },
      ]),
    ]);
  }
}

async function measureBook(bench: BenchNetwork, assets: readonly AssetWire[], ask: Ask, tell: (line: string) => void) {
  const [xlm, usd] = assets;
  const [maker] = bench.createAccounts(1);
  if (!xlm || !usd || !maker) throw new Error("no assets");
  fund(bench, maker, assets);
  const levels = Array.from({ length: LEVELS }, (_, level) => level);
  bench.runInBatches(maker, [
    ...levels.map((level) => sellOffer(xlm, usd, AMOUNT, 20_000 + level, 10_000)),
    ...levels.map((level) => sellOffer(usd, xlm, AMOUNT, 10_000 + level, 10_000)),
  ]);
  const pair = { ...prefixedAsset("selling_", xlm), ...prefixedAsset("buying_", usd) };
  const query = new URLSearchParams({ ...pair, limit: String(LEVELS) });
  const times: number[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) times.push((await ask("/order_book", query)).ms);
  tell(`order book of ${LEVELS} levels a side: ${spread(times)}`);
}

export type Ask = (path: string, query: URLSearchParams) => Promise<{ readonly ms: number; readonly body: string }>;

/**
 * Asks Horizon's code itself, from the request read to the answer written, without a connection between; in time that
 * this process has had of a core, as others may want the machine, too.
 */
export function asker({ network, store }: BenchNetwork): Ask {
  const { state, last } = network.chain;
  const view = { state, store, last, history: new History(store) };
  const context: HorizonContext = { network, origin: "http://localhost", view };
  const headers = { accept: "", contentType: "", lastEventId: "", authorization: "", isFromPage: false };
  const rest = { method: "GET", body: "", ...headers, origin: context.origin };
  return async (path, query) => {
    const request: Request = { path, query, ...rest };
    const start = cpuMs();
    const { status, body } = await serveHorizon(request, context);
    const text = JSON.stringify(body);
    const ms = cpuMs() - start;
    if (status !== 200) throw new Error(`${path}?${query.toString()}: ${text}`);
    return { ms, body: text };
  };
}

function pathQuery(kind: "send" | "receive", random: Random, assets: readonly AssetWire[], makers: readonly Signer[]) {
  const from = oneOf(random, assets);
  const amount = (1 + random() * 20).toFixed(7);
  const account = oneOf(random, makers).address;
  return kind === "send"
    ? new URLSearchParams({ ...prefixedAsset("source_", from), source_amount: amount, destination_account: account })
    : new URLSearchParams({
        ...prefixedAsset("destination_", from),
        destination_amount: amount,
        source_account: account,
      });
}

function twoOf(random: Random, assets: readonly AssetWire[]): readonly [AssetWire, AssetWire] {
  for (;;) {
    const [left, right] = [oneOf(random, assets), oneOf(random, assets)];
    if (left !== right) return [left, right];
  }
}

function spread(times: readonly number[]): string {
  return `median ${median(times).toFixed(1)} ms, p95 ${p95(times).toFixed(1)} ms of a core`;
}

export function nameOf(wire: AssetWire): AssetName {
  const name = assetNameOf(wire);
  if (!name) throw new Error("an asset without a name");
  return name;
}
