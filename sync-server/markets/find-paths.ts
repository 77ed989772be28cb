import { MAX_HOPS } from "#schemas/market-data.ts";
import type { Direction } from "./book.ts";
import { exchangeHop, type OwnOffers } from "./hop.ts";
import type { MarketIndex } from "./market-index.ts";

/** What is to be exchanged: `amount` stroops of `start`, which is sent or received, for `goal`. Assets by their numbers. */
export interface PathQuestion {
  readonly direction: Direction;
  readonly start: number;
  readonly goal: number;
  readonly amount: bigint;
  readonly own: OwnOffers;
}

/** So far a payment has come, looked at from where its amount is fixed. */
interface Step {
  readonly asset: number;
  readonly amount: bigint;
  readonly crossed: number;
  readonly before: Step | null;
}

/** Up to so many exchanges every way is looked at that could be the best; then only from the best steps to each asset. */
const EVERY_WAY_HOPS = 3;
const STEPS_KEPT = 4;
/** Bounds are doubles: what they may be wrong by. */
const MARGIN = 1e-9;

/**
 * The assets that a payment goes through at the best price, both ends among them, in the order of the payment; null where it
 * cannot be made. No asset comes twice; of ways that are as good the shorter one is taken.
 */
export function findPath(index: MarketIndex, question: PathQuestion): readonly number[] | null {
  const best = new Search(index, question).run();
  if (!best) return null;
  const assets: number[] = [];
  for (let step: Step | null = best; step; step = step.before) assets.push(step.asset);
  return question.direction === "send" ? assets.toReversed() : assets;
}

class Search {
  readonly #index: MarketIndex;
  readonly #question: PathQuestion;
  readonly #isSending: boolean;
  /** By how many exchanges may still come and the asset: more than this much of the goal nobody gets for one unit. */
  readonly #reach: readonly Float64Array[];
  #best: Step | null = null;
  #bestAmount = Number.NaN;

  constructor(index: MarketIndex, question: PathQuestion) {
    this.#index = index;
    this.#question = question;
    this.#isSending = question.direction === "send";
    this.#reach = this.#measureReach();
  }

  run(): Step | null {
    const { start, amount } = this.#question;
    let frontier: readonly Step[] = [{ asset: start, amount, crossed: 0, before: null }];
    this.#arrive(frontier);
    for (let hop = 1; hop < MAX_HOPS && frontier.length > 0; hop += 1) {
      const from = hop < EVERY_WAY_HOPS ? frontier : this.#bestByAsset(frontier);
      frontier = this.#advance(from, MAX_HOPS - hop);
      this.#arrive(frontier);
    }
    return this.#best;
  }

  /** Takes each step's last exchange, to the goal. */
  #arrive(steps: readonly Step[]): void {
    const { goal } = this.#question;
    for (const step of steps) {
      if (!this.#isPromising(step.amount, this.#rate(step.asset, goal))) continue;
      const last = this.#exchange(step, goal);
      if (!last || last.amount <= 0n || (this.#best && !this.#isBetter(last.amount, this.#best.amount))) continue;
      this.#best = last;
      this.#bestAmount = Number(last.amount);
    }
  }

  /** One exchange further from each step, to every asset from which the goal may still be reached at a better price. */
  #advance(steps: readonly Step[], hopsLeft: number): Step[] {
    const { goal } = this.#question;
    const reach = this.#reach[hopsLeft];
    const next: Step[] = [];
    if (!reach) return next;
    for (const step of steps) {
      for (const [asset, further] of reach.entries()) {
        if (asset === goal || further === 0 || isOnWay(step, asset)) continue;
        const rate = this.#rate(step.asset, asset);
        if (!this.#isPromising(step.amount, rate * further)) continue;
        const reached = this.#exchange(step, asset);
        if (reached && reached.amount > 0n && this.#isPromising(reached.amount, further)) next.push(reached);
      }
    }
    return next;
  }

  #bestByAsset(steps: readonly Step[]): Step[] {
    const byAsset = Map.groupBy(steps, ({ asset }) => asset);
    return [...byAsset.values()].flatMap((some) =>
      some.toSorted((left, right) => (this.#isBetter(left.amount, right.amount) ? -1 : 1)).slice(0, STEPS_KEPT),
    );
  }

  /** Whether so much, at this rate at the best, could come to more than the best found; or cost less. */
  #isPromising(amount: bigint, rate: number): boolean {
    if (rate === 0) return false;
    if (!this.#best) return true;
    return this.#isSending
      ? Number(amount) * rate * (1 + MARGIN) > this.#bestAmount
      : Number(amount) / rate < this.#bestAmount * (1 + MARGIN);
  }

  #isBetter(amount: bigint, than: bigint): boolean {
    return this.#isSending ? amount > than : amount < than;
  }

  #exchange(step: Step, asset: number): Step | null {
    const { direction, own } = this.#question;
    const [from, to] = this.#isSending ? [step.asset, asset] : [asset, step.asset];
    const hop = exchangeHop(this.#index, direction, from, to, step.amount, own, step.crossed);
    if (!hop) return null;
    const amount = this.#isSending ? hop.received : hop.sent;
    return { asset, amount, crossed: step.crossed + hop.crossed, before: step };
  }

  /** Of an exchange on the way from `asset` to `next`, in the direction of the search. */
  #rate(asset: number, next: number): number {
    return this.#isSending ? this.#index.bestRate(asset, next) : this.#index.bestRate(next, asset);
  }

  #measureReach(): Float64Array[] {
    const count = this.#index.assets.length;
    const none = new Float64Array(count);
    none[this.#question.goal] = 1;
    const reach = [none];
    for (let hops = 1; hops < MAX_HOPS; hops += 1) {
      const before = reach[hops - 1] ?? none;
      const now = Float64Array.from(before);
      for (let asset = 0; asset < count; asset += 1)
        for (let next = 0; next < count; next += 1) {
          const further = before[next] ?? 0;
          if (further === 0) continue;
          const rate = this.#rate(asset, next) * further;
          if (rate > (now[asset] ?? 0)) now[asset] = rate;
        }
      reach.push(now);
    }
    return reach;
  }
}

function isOnWay(step: Step, asset: number): boolean {
  for (let at: Step | null = step; at; at = at.before) if (at.asset === asset) return true;
  return false;
}
