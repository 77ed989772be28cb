import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import { PAIRS } from "./assets.ts";
import type { Pair } from "./assets.ts";
import { assetIn, castOf } from "./cast.ts";
import type { Cast } from "./cast.ts";
import { budgetFor, fundsPlans } from "./funds.ts";
import { PriceGrid } from "./grid.ts";
import { offersOf, reservesOf } from "./holdings.ts";
import { transactionsOf } from "./plan.ts";
import type { Plan } from "./plan.ts";
import { quotesAround, requote } from "./quotes.ts";
import { randomFrom } from "./random.ts";
import type { Random } from "./random.ts";
import { foundingPlans, poolPlans } from "./setup.ts";
import { cancel, orderFor, poolWish, swapFor } from "./trades.ts";
import { bustleOf, middleOf, moodOf, STARTING_PRICES, walk } from "./walk.ts";
import type { Prices } from "./walk.ts";

export interface MarketOptions {
  readonly networkId: Uint8Array;
  /** The same seed makes the same market. */
  readonly seed: string;
  /** Home domain of the issuers: at most 32 bytes, or empty for none. */
  readonly domain: string;
}

/** Where the market stands; the rest is in the ledger. */
export interface Standing {
  /** Seconds since 1970. */
  readonly time: number;
  readonly prices: Prices;
  /** For each pair, the step of its grid that the quotes stand around. */
  readonly centers: readonly number[];
}

/** How much of the book is kept: in the past only what trades need, as nobody can look at a book of the past. */
export interface Depth {
  readonly levels: number;
  /** Whether books are kept of which nobody takes anything now. */
  readonly keepsAll: boolean;
}

/** What the market does next. */
export interface Move {
  readonly standing: Standing;
  readonly transactions: readonly Transaction[];
  /** False while accounts, trust lines or pools are still being made. */
  readonly isOpen: boolean;
}

const LONG_STEP_SECONDS = 1800;
/** However long a stretch of the past is, no more than so many chances decide whether a pair trades in its one ledger. */
const MOST_TRIES = 3;

/** Decides, from the ledger as it is and the time, what makers, traders and all others do. Pure: it changes nothing. */
export class Market {
  readonly cast: Cast;
  readonly domain: string;
  readonly #networkId: Uint8Array;
  readonly #seed: string;
  readonly #grids: readonly PriceGrid[];

  constructor({ networkId, seed, domain }: MarketOptions) {
    this.cast = castOf(networkId);
    this.domain = domain;
    this.#networkId = networkId;
    this.#seed = seed;
    this.#grids = PAIRS.map((pair) => new PriceGrid(pair));
  }

  /** How a market begins. */
  opening(time: number): Standing {
    return { time, prices: STARTING_PRICES, centers: this.#centers(STARTING_PRICES, []) };
  }

  /** The move at `time`, in seconds since 1970. */
  move(state: LedgerState, before: Standing, time: number, depth: Depth): Move {
    const random = randomFrom(`${this.#seed}: moment ${time}`);
    const seconds = Math.max(0, time - before.time);
    const prices = walk(before.prices, seconds, moodOf(this.#seed, time), random);
    const standing = { time, prices, centers: this.#centers(prices, before.centers) };
    const founding = foundingPlans(this.cast, state, this.domain);
    if (founding.length > 0) return this.#made(founding, state, { ...before, time }, false);
    const pools = poolPlans(this.cast, state, prices);
    const isOpen = pools.length === 0;
    const active = PAIRS.flatMap((pair, index) => (isOpen && isActive(pair, seconds, time, random) ? [index] : []));
    const kept = depth.keepsAll ? PAIRS.keys().toArray() : active;
    const plans = [
      ...fundsPlans(this.cast, state, prices),
      ...pools,
      ...this.#cancellations(state),
      ...kept.map((index) => this.#quotePlan(state, standing, index, depth.levels)),
      ...active.flatMap((index) => this.#tradePlans(before, standing, index, random)),
      ...this.#poolTrades(state, prices),
    ];
    return this.#made(plans, state, standing, isOpen);
  }

  #made(plans: readonly Plan[], state: LedgerState, standing: Standing, isOpen: boolean): Move {
    return {
      standing,
      isOpen,
      transactions: transactionsOf(this.cast.all, plans, state, this.#networkId, standing.time),
    };
  }

  #centers(prices: Prices, before: readonly number[]): number[] {
    return PAIRS.map((pair, index) => this.#grid(index).center(middleOf(prices, pair), before[index]));
  }

  /** What traders could not buy or sell at once is no longer wanted. */
  #cancellations(state: LedgerState): Plan[] {
    return this.cast.traders.map((actor) => ({ actor, bodies: offersOf(state, actor).map(cancel) }));
  }

  #quotePlan(state: LedgerState, { centers }: Standing, index: number, levels: number): Plan {
    const pair = pairAt(index);
    const { base, counter } = pair;
    const maker = this.cast.makers[base];
    const budget = budgetFor(this.cast, state, pair);
    const quotes = quotesAround(this.#grid(index), centers[index] ?? 0, pair, levels, budget);
    const assets = [assetIn(this.cast, base), assetIn(this.cast, counter)] as const;
    return { actor: maker, bodies: requote(offersOf(state, maker), quotes, ...assets) };
  }

  #tradePlans(before: Standing, now: Standing, index: number, random: Random): Plan[] {
    const pair = pairAt(index);
    const { traders } = this.cast;
    const middle = middleOf(now.prices, pair);
    const isRising = middle > middleOf(before.prices, pair);
    const count = now.time - before.time >= LONG_STEP_SECONDS ? 1 + random.whole(2) : 1;
    return Array.from({ length: count }, () => {
      const trader = traders[random.whole(traders.length)];
      if (!trader) throw new Error("a market without traders");
      const wish = {
        base: assetIn(this.cast, pair.base),
        counter: assetIn(this.cast, pair.counter),
        isBuying: random.whole(10) < 6 === isRising,
        amount: tradeAmount(pair, random) / BigInt(count),
        middle,
      };
      return { actor: trader, bodies: [orderFor(wish, trader, random)] };
    });
  }

  #poolTrades(state: LedgerState, prices: Prices): Plan[] {
    const { arbitrageur } = this.cast;
    return PAIRS.flatMap((pair) => {
      const [base, counter] = [assetIn(this.cast, pair.base), assetIn(this.cast, pair.counter)];
      const reserves = reservesOf(state, base, counter);
      const wish = reserves && poolWish(reserves, { base, counter, middle: middleOf(prices, pair) });
      return wish ? [{ actor: arbitrageur, bodies: [swapFor(wish, arbitrageur)] }] : [];
    });
  }

  #grid(index: number): PriceGrid {
    const grid = this.#grids[index];
    if (!grid) throw new RangeError("a pair beyond the list");
    return grid;
  }
}

function pairAt(index: number): Pair {
  const pair = PAIRS[index];
  if (!pair) throw new RangeError("a pair beyond the list");
  return pair;
}

/** Whether somebody trades the pair in a stretch of time: over long stretches less often than its minutes would have it. */
function isActive({ busyMinutes }: Pair, seconds: number, time: number, random: Random): boolean {
  const perMinute = (busyMinutes * bustleOf(time)) / 100;
  const draw = random.whole(1000);
  if (seconds <= 60) return draw < (perMinute * seconds) / 60;
  const tries = Math.min(MOST_TRIES, Math.ceil(Math.log2(seconds / 60)));
  let quiet = 1000;
  for (let attempt = 0; attempt < tries; attempt += 1) quiet = Math.floor((quiet * (1000 - perMinute)) / 1000);
  return draw >= quiet;
}

/** Many small trades and few large ones, the largest not quite two levels of the book; stroops of the base asset. */
function tradeAmount({ levelAmount }: Pair, random: Random): bigint {
  const thousandths = (40 + random.whole(500)) * (1 + (random.whole(4) === 0 ? random.whole(3) : 0));
  return (levelAmount * BigInt(thousandths)) / 1000n;
}
