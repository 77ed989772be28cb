import { formatAmount } from "#schemas/values/money.ts";
import { History } from "#server/embedded/stellar/history.ts";
import { MarketIndex } from "#server/markets/market-index.ts";
import { findQuote } from "#server/markets/quote.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import { assetQuery, assetText } from "#server/platform/network/horizon-records.ts";
import { readMarketChanges } from "#server/platform/network/market-changes.ts";
import type { LedgerOffer, MarketChanges } from "#server/platform/network/markets.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { integerFrom, oneOf, type Random, randomFrom } from "#tests/faults/stellar/random.ts";
import { busyness, median, quantile, type Result, roundsAndLoad } from "./results.ts";
import { type Ask, asker, makeMarket, nameOf } from "./stellar-market.ts";
import { BenchNetwork, cpuMs } from "./stellar-network.ts";

const SEED = 5;
const OFFERS = 100_000;
const ASSETS = 40;
const CHANGES_IN_A_LEDGER = 500;
const LEDGERS = 200;
const WARM_UP = 50;

/** The index of markets: reading and applying ledgers, starting with many offers, and finding paths beside Horizon. */
export async function measureMarkets(questions: number, rounds: number): Promise<Result[]> {
  const bench = new BenchNetwork();
  try {
    const random = randomFrom(SEED);
    const { assets: wires } = makeMarket(bench, random);
    const assets = wires.map(nameOf);
    const { index, results } = measureReading(bench, assets);
    return [...results, ...measureIndex(rounds), ...(await measurePaths(asker(bench), index, random, questions))];
  } finally {
    bench.remove();
  }
}

/** From what a node tells of each ledger to the index, as the ledgers of the market came about. */
function measureReading({ store }: BenchNetwork, assets: readonly AssetName[]) {
  const ledgers = Map.groupBy(transactionsOf(new History(store)), ({ ledger }) => ledger);
  const index = new MarketIndex(assets);
  let entries = 0;
  const from = cpuMs();
  for (const [ledger, transactions] of ledgers) {
    const changes = readMarketChanges(transactions);
    index.apply(ledger, changes);
    entries += entriesIn(changes);
  }
  const seconds = (cpuMs() - from) / 1000;
  const note = `of a core; ${entries} entries in ${ledgers.size} ledgers, ${busyness()}`;
  const name = "offers and pools read out of transactions into the index";
  return { index, results: [{ name, value: entries / seconds, unit: "entries/s", note }] };
}

function transactionsOf(history: History): NetworkTransaction[] {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return history.transactionsFrom(1).map((row) => ({
    hash: Buffer.from(row.hash).toString("hex"),
    isSuccessful: row.successful,
    ledger: row.ledger,
    order: row.order,
    closedAt: new Date(0),
    envelopeXdr: text(row.envelope),
    resultXdr: text(row.result),
    metaXdr: text(row.meta),
  }));
}

function measureIndex(rounds: number): Result[] {
  const [loads, applies]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const random = randomFrom(SEED + round);
    const assets = Array.from({ length: ASSETS }, (_, n) => ({ assetCode: `A${n}`, issuer: n === 0 ? "" : "G" }));
    const offers = Array.from({ length: OFFERS }, (_, n) => anOffer(random, n + 1, assets));
    const ledgers = Array.from({ length: LEDGERS }, (_, n) => someChanges(random, n, assets));
    const index = new MarketIndex(assets);
    const from = cpuMs();
    index.load(offers, [], 1);
    const loaded = cpuMs();
    for (const [n, changes] of ledgers.entries()) index.apply(n + 2, changes);
    loads.push(loaded - from);
    applies.push((cpuMs() - loaded) / 1000);
  }
  const perSecond = LEDGERS / median(applies);
  const note = `${CHANGES_IN_A_LEDGER} changes each beside ${OFFERS} offers (${roundsAndLoad(rounds)})`;
  return [
    { name: `index of ${OFFERS} offers loaded`, value: median(loads), unit: "ms", note: roundsAndLoad(rounds) },
    { name: "ledgers applied to the index", value: perSecond, unit: "ledgers/s", note },
    { name: "changes applied to the index", value: perSecond * CHANGES_IN_A_LEDGER, unit: "entries/s", note },
  ];
}

/**
 * The same questions to both, in turns: the best way between two assets. Horizon is our own here, on this very thread. A real Horizon 28 on the
 * machine of the server, both asked over HTTP in turn (224 quotes; 3,490 offers, 78 pairs, 10 pools), was 1.9 times as slow at p50 (2.69
 * beside 1.41 ms) and 1.6 times at p95 (5.79 beside 3.57 ms), never with a better answer, with a worse one in 98.
 */
async function measurePaths(ask: Ask, index: MarketIndex, random: Random, questions: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const direction of ["send", "receive"] as const) {
    const [own, horizon]: [number[], number[]] = [[], []];
    let better = 0;
    for (let question = -WARM_UP; question < questions; question += 1) {
      const [send, receive] = twoOf(random, index.assets);
      const amount = BigInt(integerFrom(random, 10_000_000, 210_000_000));
      const told = await ask(`/paths/strict-${direction}`, pathQuery(direction, send, receive, amount));
      const from = cpuMs();
      const quote = findQuote(index, { direction, send, receive, amount, payer: null });
      const ms = cpuMs() - from;
      if (question < 0) continue;
      own.push(ms);
      horizon.push(told.ms);
      if (quote && quote.hops.length > 3) better += 1;
    }
    for (const [name, share] of [
      ["p50", 0.5],
      ["p95", 0.95],
    ] as const) {
      const [ours, theirs] = [quantile(own, share), quantile(horizon, share)];
      results.push({
        name: `path search (strict ${direction}), ${name}`,
        value: theirs / ours,
        unit: "times faster",
        ...(name === "p95" && { goal: { kind: "at least", value: 5 } }),
        note: `${ours.toFixed(3)} beside ${theirs.toFixed(3)} ms of a core in our own Horizon; ${questions} questions, ${better} of more than 3 hops, ${busyness()}`,
      });
    }
  }
  return results;
}

function pathQuery(direction: "send" | "receive", send: AssetName, receive: AssetName, amount: bigint) {
  return direction === "send"
    ? new URLSearchParams({
        ...assetQuery("source", send),
        source_amount: formatAmount(amount),
        destination_assets: assetText(receive),
      })
    : new URLSearchParams({
        ...assetQuery("destination", receive),
        destination_amount: formatAmount(amount),
        source_assets: assetText(send),
      });
}

function anOffer(random: Random, id: number, assets: readonly AssetName[]): LedgerOffer {
  const [selling, buying] = twoOf(random, assets.slice(0, 8));
  const price = { n: 1_010 + integerFrom(random, 0, 400), d: 1_000 };
  const amount = BigInt(integerFrom(random, 10_000, 1_000_000_000));
  return { offerId: String(id), seller: `G${id % 500}`, selling, buying, amount, price, ledger: 1 };
}

/** Some new offers, some other ones changed, and some gone. */
function someChanges(random: Random, ledger: number, assets: readonly AssetName[]): MarketChanges {
  const third = Math.floor(CHANGES_IN_A_LEDGER / 3);
  const first = OFFERS + 1 + ledger * third;
  const fresh = Array.from({ length: third }, (_, n) => anOffer(random, first + n, assets));
  const changed = Array.from({ length: third }, () => anOffer(random, integerFrom(random, 1, OFFERS / 2), assets));
  const goneOffers = Array.from({ length: CHANGES_IN_A_LEDGER - 2 * third }, (_, n) =>
    String(OFFERS / 2 + 1 + ledger * 200 + n),
  );
  return { offers: [...fresh, ...changed], goneOffers, pools: [], gonePools: [], trades: [] };
}

function entriesIn({ offers, goneOffers, pools, gonePools }: MarketChanges): number {
  return offers.length + goneOffers.length + pools.length + gonePools.length;
}

function twoOf(random: Random, assets: readonly AssetName[]): readonly [AssetName, AssetName] {
  for (;;) {
    const [left, right] = [oneOf(random, assets), oneOf(random, assets)];
    if (left !== right) return [left, right];
  }
}
