import type { TickFacts } from "#schemas/market-maker/facts.ts";
import { planTick } from "#schemas/market-maker/plan.ts";
import { factsOf, offersAfter, walletsAfter } from "#schemas/market-maker/pool.fixture.ts";
import { compareExact, exactOf } from "#schemas/market-maker/prices.ts";
import { atPrice } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";
import { quantile, type Result, roundsAndLoad, seededRandom } from "./results.ts";

const POOLS = 200;
/** A pool is planned within this, in ms, so that 200 are within a ledger's first second. */
const GOAL_MS = 5;
/** How far the price goes in a ledger: about 4 % in a day. */
const STEP = 0.001;

/** How long plans take, how much they do, and how often nothing, for pools of ten wallets whose market wanders and fills what it comes to. */
export function measureMarketMaking(ledgers: number): Result[] {
  const random = seededRandom(7);
  const settings = { walletCount: 10, levels: 10, spreadPercentage: "0.5", depthPercentage: "2" };
  const mid = { reference: { kind: "mid" as const } };
  const pools: { price: number; facts: TickFacts }[] = [];
  for (let index = 0; index < POOLS; index += 1) pools.push({ price: 2, facts: factsOf({ ...settings, ...mid }) });
  const times: number[] = [];
  let [steps, still] = [0, 0];
  for (let ledger = 0; ledger < ledgers; ledger += 1) {
    for (const pool of pools) {
      pool.price *= 1 + (random() - 0.5) * STEP;
      const facts = filled({ ...pool.facts, reference: readPrice(pool.price.toFixed(9)) });
      const from = performance.now();
      const plan = planTick(facts);
      times.push(performance.now() - from);
      // A ladder that is made is none that is kept.
      if (ledger > 0) steps += plan.steps.length;
      if (ledger > 0 && plan.steps.length === 0) still += 1;
      const wallets = walletsAfter(facts.wallets, plan.steps);
      pool.facts = { ...facts, wallets, offers: offersAfter(facts.offers, plan.steps) };
    }
  }
  const ticks = POOLS * (ledgers - 1);
  const note = `${POOLS} pools of 10 wallets, ${ledgers} ledgers (${roundsAndLoad(1)})`;
  const p95: Result = { name: "market making, plan of a pool (p95)", value: quantile(times, 0.95), unit: "ms", note };
  return [
    { ...p95, goal: { kind: "at most", value: GOAL_MS } },
    { name: "market making, operations of a pool per ledger", value: steps / ticks, unit: "", note },
    { name: "market making, ticks without a change", value: (100 * still) / ticks, unit: "%", note },
  ];
}

/** What the price came to is sold or bought whole. */
function filled(facts: TickFacts): TickFacts {
  const { reference } = facts;
  const met = facts.offers.filter(({ side, price }) => {
    const order = reference ? compareExact(exactOf(price), reference) : 1;
    return side === "sell" ? order <= 0 : reference !== null && order >= 0;
  });
  const wallets = facts.wallets.map((wallet) => {
    let { base, quote } = wallet;
    for (const { wallet: address, side, price, amount, selling } of met) {
      if (address !== wallet.address) continue;
      base += side === "sell" ? -amount : amount;
      quote += side === "sell" ? atPrice(amount, price, "down") : -selling;
    }
    return { ...wallet, base, quote };
  });
  return { ...facts, wallets, offers: facts.offers.filter((offer) => !met.includes(offer)) };
}
