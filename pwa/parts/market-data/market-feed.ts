import { HttpError } from "#pwa/platform/api/http-error.ts";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import type { MarketLink, OpenMarketLink } from "#pwa/platform/sync/market-link.ts";
import type { MarketDelta, MarketSnapshot, PairQuery } from "#schemas/market-data.ts";
import { withDelta } from "./book.ts";
import type { KeptMarket } from "./kept-markets.ts";
import { createMarketStore, type MarketStore } from "./market-store.ts";
import { pairKey } from "./pair.ts";

/** How a pair that is not pushed is asked for again. */
const POLL_MS = 5000;
const ASK_AGAIN_MS = 2000;
/** How long the socket stays without anything to watch: the next pair is often chosen at once. */
const LINGER_MS = 5000;
/** While it is watched, a pair is kept this often: a device may die at any time. */
const KEEP_EVERY_MS = 15_000;
/** Changes that came in before the snapshot they go on from. */
const MAX_EARLY = 40;

export interface FeedParts {
  readonly openLink: () => Promise<OpenMarketLink>;
  /** Asks for a pair by REST. */
  readonly read: (pair: PairQuery) => Promise<MarketSnapshot>;
  readonly nowMs: () => number;
  readonly keep: (pair: string, kept: KeptMarket) => void;
  readonly readKept: (pair: string) => KeptMarket | null;
  readonly createStore?: typeof createMarketStore;
}

/** The markets that this tab looks at. */
export interface MarketFeed {
  storeOf(pair: PairQuery): MarketStore;
  /** Keeps a pair up to date; answers with the way to stop. */
  watch(pair: PairQuery): () => void;
  /** Without a network an open socket tells nothing for minutes: what is shown is not of now from then on. */
  noteOnline(isOnline: boolean): void;
  /** Keeps all that is watched on the device, as when the page goes. */
  keepAll(): void;
}

interface Watched {
  readonly pair: PairQuery;
  readonly store: MarketStore;
  viewers: number;
  /** Rises with every question, so that a late answer to a former one is left aside. */
  asked: number;
  isAsking: boolean;
  early: MarketDelta[];
  timer: ReturnType<typeof setTimeout> | null;
  keptAtMs: number;
}

export function openMarketFeed(parts: FeedParts): MarketFeed {
  const { nowMs, createStore = createMarketStore } = parts;
  const stores = new Map<string, MarketStore>();
  const watched = new Map<string, Watched>();
  let link: MarketLink | null = null;
  let isConnected = false;
  let hasNetwork = true;
  let isOpening = false;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  function storeOf(pair: PairQuery): MarketStore {
    const key = pairKey(pair);
    const known = stores.get(key);
    if (known) return known;
    const kept = parts.readKept(key);
    const { market = null, seenAtMs = null } = kept ?? {};
    const store = createStore({ market, seenAtMs, flow: "waiting", problem: null });
    stores.set(key, store);
    return store;
  }

  async function open(): Promise<void> {
    clearTimeout(lingering);
    if (link !== null || isOpening) return;
    isOpening = true;
    try {
      const openLink = await parts.openLink();
      if (watched.size > 0) link = openLink({ connected, disconnected, changed });
    } catch {
      // The script could not be fetched: without a connection nothing would come over it either.
      setTimeout(() => void (watched.size > 0 && open()), ASK_AGAIN_MS);
    }
    isOpening = false;
  }

  function connected(): void {
    isConnected = true;
    for (const one of watched.values()) void ask(one);
  }

  function disconnected(): void {
    isConnected = false;
    standStill();
  }

  function standStill(): void {
    for (const one of watched.values()) {
      cancel(one);
      one.store.change({ flow: "still" });
    }
  }

  function changed(delta: MarketDelta): void {
    const one = watched.get(pairKey(delta));
    if (!one || !hasNetwork) return;
    if (one.isAsking) {
      one.early = [...one.early, delta].slice(-MAX_EARLY);
      return;
    }
    const { market } = one.store.latest();
    const next = market && withDelta(market, delta);
    if (next) show(one, next);
    else void ask(one);
  }

  /** Asks for all of a pair, after which its changes come by themselves. */
  async function ask(one: Watched): Promise<void> {
    if (link === null || !isConnected || !hasNetwork) return;
    cancel(one);
    const question = one.asked;
    one.isAsking = true;
    one.early = [];
    try {
      const snapshot = await link.watch(one.pair);
      if (one.asked !== question) return;
      one.isAsking = false;
      show(one, withEarly(snapshot, one.early), snapshot.state === "horizon" ? "polled" : "live");
      if (snapshot.state === "horizon") later(one, POLL_MS, poll);
    } catch (error) {
      if (one.asked !== question) return;
      one.isAsking = false;
      failed(one, error);
      later(one, ASK_AGAIN_MS, ask);
    }
  }

  /** A pair that is not listed is read again and again, until it is listed. */
  async function poll(one: Watched): Promise<void> {
    const question = one.asked;
    try {
      const market = await parts.read(one.pair);
      if (one.asked !== question) return;
      if (market.state !== "horizon") return void ask(one);
      show(one, market, "polled");
    } catch (error) {
      if (one.asked !== question) return;
      failed(one, error);
    }
    later(one, POLL_MS, poll);
  }

  function failed(one: Watched, error: unknown): void {
    // A link that got no answer may get one the next time; a refusal says why.
    const isRefusal = error instanceof Error && "code" in error && error.code !== "no-answer";
    one.store.change({ flow: "still", ...(isRefusal ? { problem: wordsOf(error) } : {}) });
  }

  function show(one: Watched, market: MarketSnapshot, flow?: "live" | "polled"): void {
    const seenAtMs = nowMs();
    one.store.change({ market, seenAtMs, ...(flow === undefined ? {} : { flow, problem: null }) });
    if (seenAtMs - one.keptAtMs > KEEP_EVERY_MS) keep(one);
  }

  function keep(one: Watched): void {
    const { market, seenAtMs } = one.store.latest();
    if (market === null || seenAtMs === null || one.keptAtMs === seenAtMs) return;
    one.keptAtMs = seenAtMs;
    parts.keep(pairKey(one.pair), { market, seenAtMs });
  }

  function later(one: Watched, ms: number, work: (one: Watched) => Promise<void>): void {
    one.timer = setTimeout(() => void work(one), ms);
  }

  function cancel(one: Watched): void {
    if (one.timer !== null) clearTimeout(one.timer);
    one.timer = null;
    one.asked += 1;
    one.isAsking = false;
  }

  function leave(one: Watched): void {
    one.viewers -= 1;
    if (one.viewers > 0) return;
    watched.delete(pairKey(one.pair));
    cancel(one);
    link?.unwatch(one.pair);
    keep(one);
    one.store.change({ flow: "waiting" });
    if (watched.size > 0) return;
    clearTimeout(lingering);
    lingering = setTimeout(() => {
      link?.close();
      link = null;
      isConnected = false;
    }, LINGER_MS);
  }

  return {
    storeOf,
    watch(pair) {
      const key = pairKey(pair);
      const one: Watched = watched.get(key) ?? {
        pair,
        store: storeOf(pair),
        viewers: 0,
        asked: 0,
        isAsking: false,
        early: [],
        timer: null,
        keptAtMs: 0,
      };
      one.viewers += 1;
      watched.set(key, one);
      if (one.viewers === 1) void open().then(() => ask(one));
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        leave(one);
      };
    },
    noteOnline(isOnline) {
      if (hasNetwork === isOnline) return;
      hasNetwork = isOnline;
      if (isOnline) for (const one of watched.values()) void ask(one);
      else standStill();
    },
    keepAll() {
      for (const one of watched.values()) keep(one);
    },
  };
}

/** What came in while the snapshot was on its way and goes on from it. */
function withEarly(snapshot: MarketSnapshot, early: readonly MarketDelta[]): MarketSnapshot {
  return early.reduce((held, delta) => withDelta(held, delta) ?? held, snapshot);
}

function wordsOf(error: Error): string {
  return error instanceof LinkError || error instanceof HttpError ? (error.sentence ?? error.message) : error.message;
}
