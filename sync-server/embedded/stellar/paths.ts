import type { AssetWire, LiquidityPoolEntryConstantProductWire } from "@stellar/stellar-sdk/xdr";
import { exchange, poolStrictReceive, poolStrictSend } from "#schemas/values/exchange.ts";
import { POOL_FEE_BASIS_POINTS } from "./ledger/assets.ts";
import { assetFromId, assetId, hex } from "./ledger/keys.ts";
import { INT64_MAX, PoolFlag } from "./ledger/limits.ts";
import { hasPoolFlag } from "./ledger/pools.ts";
import type { LedgerState } from "./ledger/state.ts";

/** Which way a search goes: forward from what is sent, or backward from what shall arrive. */
export type Direction = "send" | "receive";

/** A way to another asset: how much is sent or received there, and the assets in between. */
export interface FoundPath {
  readonly asset: AssetWire;
  readonly amount: bigint;
  /** Intermediate assets in the order in which a payment goes through them. */
  readonly path: readonly AssetWire[];
}

/** Exchanges on the way, at most: what Horizon searches unless told otherwise. */
const MAX_HOPS = 3;

interface Step {
  readonly id: string;
  readonly amount: bigint;
  /** Ids on the way, the start included, this one not. */
  readonly trail: readonly string[];
}

/** The books and pools to search, as they are, and whose offers to pass over: nobody can pay through their own. */
export interface Places {
  readonly state: LedgerState;
  readonly pools: readonly LiquidityPoolEntryConstantProductWire[];
  readonly payer?: Uint8Array | undefined;
}

/**
 * Finds ways from `start` to any of `goals` as Horizon does: exchange by exchange, from each asset on with the most (or
 * least) that is known of it, told of every way that was better than those before it. Who looks for more than the best
 * so finds others, in case it is gone by the time it is paid through.
 */
export function findPaths(
  places: Places,
  start: AssetWire,
  amount: bigint,
  goals: ReadonlySet<string>,
  direction: Direction,
): FoundPath[] {
  const market = new Market(places, direction);
  const startId = assetId(start);
  const found: FoundPath[] = [];
  if (goals.has(startId)) found.push({ asset: start, amount, path: [] });
  const best = new Map<string, Step>([[startId, { id: startId, amount, trail: [] }]]);
  let frontier = [...best.values()];
  for (let hop = 1; hop <= MAX_HOPS && frontier.length > 0; hop += 1) {
    const better = new Map<string, Step>();
    for (const step of market.inOrder(frontier)) {
      for (const neighbour of market.neighbours(step.id)) {
        // The last exchange has to arrive.
        if (hop === MAX_HOPS && !goals.has(neighbour)) continue;
        if (neighbour === step.id || step.trail.includes(neighbour)) continue;
        const quoted = market.quote(step.id, neighbour, step.amount);
        const known = better.get(neighbour) ?? best.get(neighbour);
        if (quoted === undefined || (known && !isBetter(quoted, known.amount, direction))) continue;
        const next = { id: neighbour, amount: quoted, trail: [...step.trail, step.id] };
        better.set(neighbour, next);
        if (goals.has(neighbour)) found.push(foundAt(next, direction));
      }
    }
    for (const step of better.values()) best.set(step.id, step);
    frontier = [...better.values()];
  }
  return found;
}

function isBetter(amount: bigint, than: bigint, direction: Direction): boolean {
  return direction === "send" ? amount > than : amount < than;
}

function foundAt({ id, amount, trail }: Step, direction: Direction): FoundPath {
  const between = trail.slice(1).map(assetFromId);
  return { asset: assetFromId(id), amount, path: direction === "send" ? between : between.toReversed() };
}

/** What one asset can be traded for, without touching the ledger. */
class Market {
  readonly #state: LedgerState;
  readonly #payer: string;
  readonly #direction: Direction;
  readonly #neighbours = new Map<string, Set<string>>();
  readonly #pools = new Map<string, LiquidityPoolEntryConstantProductWire>();
  /** Assets by the order in which they came to be traded, in which Horizon goes on from them. */
  readonly #numbers = new Map<string, number>();

  constructor({ state, pools, payer }: Places, direction: Direction) {
    this.#state = state;
    this.#payer = payer ? hex(payer) : "";
    this.#direction = direction;
    for (const [selling, buying] of state.book.pairs()) {
      this.#number(buying);
      this.#number(selling);
      // Who sends an asset meets offers that buy it.
      if (direction === "send") this.#connect(buying, selling);
      else this.#connect(selling, buying);
    }
    for (const pool of hasPoolFlag(state.header, PoolFlag.tradingDisabled) ? [] : pools) {
      const [a, b] = [assetId(pool.params.assetA), assetId(pool.params.assetB)];
      if (pool.reserveA <= 0n || pool.reserveB <= 0n) continue;
      this.#number(a);
      this.#number(b);
      this.#connect(a, b);
      this.#connect(b, a);
      this.#pools.set(`${a}>${b}`, pool);
      this.#pools.set(`${b}>${a}`, pool);
    }
  }

  inOrder(steps: readonly Step[]): Step[] {
    const number = ({ id }: Step) => this.#numbers.get(id) ?? 0;
    return steps.toSorted((left, right) => number(left) - number(right));
  }

  neighbours(id: string): Iterable<string> {
    return this.#neighbours.get(id) ?? [];
  }

  /** What `amount` of one asset yields (sending) or costs (receiving) in the other. */
  quote(from: string, to: string, amount: bigint): bigint | undefined {
    const book = this.#quoteBook(from, to, amount);
    const pool = this.#quotePool(from, to, amount);
    if (book === undefined || pool === undefined) return book ?? pool;
    return isBetter(book, pool, this.#direction) ? book : pool;
  }

  #quoteBook(from: string, to: string, amount: bigint): bigint | undefined {
    const isSending = this.#direction === "send";
    const [selling, buying] = isSending ? [to, from] : [from, to];
    let left = amount;
    let total = 0n;
    for (const key of this.#state.book.listingsById(selling, buying)) {
      const data = this.#state.peek(key)?.data;
      if (data?.type !== 2 || hex(data.offer.sellerId.ed25519) === this.#payer) continue;
      const limits = {
        maxWheatSend: data.offer.amount,
        maxWheatReceive: isSending ? INT64_MAX : left,
        maxSheepSend: isSending ? left : INT64_MAX,
        maxSheepReceive: INT64_MAX,
      };
      const { wheatReceived, sheepSent, wheatStays } = exchange(
        data.offer.price,
        limits,
        isSending ? "strict-send" : "strict-receive",
      );
      left -= isSending ? sheepSent : wheatReceived;
      total += isSending ? wheatReceived : sheepSent;
      if (left === 0n) return total > 0n && total <= INT64_MAX ? total : undefined;
      if (wheatStays) return undefined;
    }
    return undefined;
  }

  #quotePool(from: string, to: string, amount: bigint): bigint | undefined {
    const pool = this.#pools.get(`${from}>${to}`);
    if (!pool) return undefined;
    const fromA = assetId(pool.params.assetA) === from;
    const [own, other] = fromA ? [pool.reserveA, pool.reserveB] : [pool.reserveB, pool.reserveA];
    return this.#direction === "send"
      ? poolStrictSend(own, other, amount, POOL_FEE_BASIS_POINTS)?.received
      : poolStrictReceive(other, own, amount, POOL_FEE_BASIS_POINTS)?.sent;
  }

  #number(id: string): void {
    if (!this.#numbers.has(id)) this.#numbers.set(id, this.#numbers.size);
  }

  #connect(from: string, to: string): void {
    const known = this.#neighbours.get(from);
    if (known) known.add(to);
    else this.#neighbours.set(from, new Set([to]));
  }
}
