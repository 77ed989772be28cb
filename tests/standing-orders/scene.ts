import { randomBytes } from "node:crypto";
import { Asset, Operation } from "@stellar/stellar-sdk";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import type { StandingDeps } from "#server/standing-orders/begin-run.ts";
import { look } from "#server/standing-orders/look.ts";
import { placeStanding } from "#server/standing-orders/place-standing.ts";
import {
  secondWatches,
  type StandingDocument,
  standingCollection,
  standingIndexes,
} from "#server/standing-orders/store.ts";
import { listingReader } from "#server/listed-assets/index.ts";
import { openMarketSides } from "#server/markets/index.ts";
import { MarketIndex } from "#server/markets/market-index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Guard } from "#server/platform/submissions/spending.ts";
import { indexTrading, orderCollection } from "#server/orders/order-rows.ts";
import { assetKey, assetOfKey, toSdkAsset } from "#server/platform/network/assets.ts";
import { changesAmong, readMarketChanges } from "#server/platform/network/market-changes.ts";
import {
  cursorAfterLedger,
  NetworkError,
  type NetworkTransaction,
  type StellarNetwork,
} from "#server/platform/network/network.ts";
import {
  indexSubmissions,
  type SubmissionDocument,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { cancelOrders } from "#server/trading/cancel-orders.ts";
import { swapAssets } from "#server/trading/swap.ts";
import { Life } from "#tests/money/mortal.ts";
import { type Process, startProcess } from "#tests/money/processes.ts";
import { listAt, traderOf } from "#tests/support/spending.ts";
import { startWorld, type World } from "#tests/support/world.ts";

export const OWNER = 11;
const PAGE = 200;
const TURN_MS = 6000;
const MOST_TURNS = 30;
const NEVER = new AbortController().signal;
const AGREED = { networkFee: "0.1", operatorFees: [] };

/** What a process that carries orders on works with. */
export type Works = Pick<Process, "work"> & {
  readonly deps: { readonly runtime: Runtime; readonly network: StellarNetwork; readonly guard: Guard };
};

const NO_HORIZON = {
  offers: () => Promise.reject(new NetworkError("there is no Horizon")),
  pool: () => Promise.reject(new NetworkError("there is no Horizon")),
};

/** A person who has XLM, a stranger who makes the market of USD, and an index that follows it. */
export class Scene {
  readonly world: World;
  readonly USD: string;
  readonly address: string;
  readonly feed: StandingDeps["feed"] & { state: "live" | "behind" | "building"; closedAt: string | null };
  readonly sides: StandingDeps["sides"];
  readonly #index: MarketIndex;
  readonly #maker: Awaited<ReturnType<World["stranger"]>>;
  readonly #usd: Asset;
  #cursor = cursorAfterLedger(1);
  /** Of the test's own process. */
  readonly here: Process;

  private constructor(world: World, address: string, maker: Awaited<ReturnType<World["stranger"]>>) {
    this.world = world;
    this.address = address;
    this.#maker = maker;
    this.USD = `USD-${maker.publicKey()}`;
    this.#usd = new Asset("USD", maker.publicKey());
    const index = new MarketIndex([assetOfKey("XLM"), assetOfKey(this.USD)]);
    this.#index = index;
    const memory = {
      index,
      get ledger() {
        return index.ledger;
      },
    };
    this.feed = {
      state: "live",
      closedAt: null,
      memory,
      lag: 0,
      place() {
        return { state: this.state, closedAt: this.closedAt };
      },
    };
    this.here = startProcess(world, new Life());
    this.sides = openMarketSides({ memory, place: () => ({ state: "live" }) }, NO_HORIZON);
  }

  static async open(): Promise<Scene> {
    const world = await startWorld();
    await indexTrading(world.database);
    await indexSubmissions(world.database);
    await standingIndexes.run(world.database, world.clock.now());
    await secondWatches.run(world.database, world.clock.now());
    const address = await world.wallet(OWNER);
    const scene = new Scene(world, address, await world.stranger());
    await scene.setPrices("0.9", "1.1");
    await listAt(world.database, assetOfKey(scene.USD), { usd: null, xlm: "1" }, world.clock.now());
    await scene.buySomeDollars();
    return scene;
  }

  /** Swaps 50 XLM for dollars. */
  async buySomeDollars(): Promise<void> {
    const bounds = { sendAmount: "50", receiveAmount: "1", path: [] };
    const swap = { direction: "send" as const, send: "XLM", receive: this.USD, ...bounds };
    await swapAssets({ ...this.here.deps, sides: this.sides }, traderOf(OWNER), {
      swap,
      agreed: AGREED,
      idempotencyKey: randomBytes(12).toString("hex"),
    });
    await this.settle();
  }

  stop(): Promise<void> {
    return this.world.stop();
  }

  /** From the next ledger on the stranger buys and sells XLM at these prices in USD; null for not at all. */
  async setPrices(bid: string | null, ask: string | null): Promise<void> {
    const own = [...this.#index.offersBy(this.#maker.publicKey())].map(({ offer }) => offer);
    const native = Asset.native();
    const operations = [
      ...own.map(({ selling, buying, offerId }) =>
        Operation.manageSellOffer({
          selling: toSdkAsset(selling),
          buying: toSdkAsset(buying),
          amount: "0",
          price: "1",
          offerId,
        }),
      ),
      ...(bid === null
        ? []
        : [Operation.manageBuyOffer({ selling: this.#usd, buying: native, buyAmount: "1000", price: bid })]),
      ...(ask === null
        ? []
        : [Operation.manageSellOffer({ selling: native, buying: this.#usd, amount: "1000", price: ask })]),
    ];
    await this.world.apply([this.#maker], operations);
    await this.world.ingest();
    await this.follow();
  }

  /** Reads the market on to the newest ledger. */
  async follow(): Promise<void> {
    const { network } = this.world;
    const { sequence } = await network.head();
    const news: NetworkTransaction[] = [];
    for (let isMore = true; isMore;) {
      const page = await network.transactions(this.#cursor, PAGE);
      news.push(...page.transactions);
      this.#cursor = page.cursor;
      isMore = page.transactions.length === PAGE;
    }
    const listed = new Set(this.#index.assets.map(assetKey));
    for (const [ledger, transactions] of Map.groupBy(news, (each) => each.ledger))
      this.#index.apply(
        ledger,
        changesAmong(readMarketChanges(transactions), listed, (id) => this.#index.has(id)),
      );
    if (sequence > this.#index.ledger) this.#index.advance(sequence);
  }

  /** An order to sell 10 XLM; all of it may be said otherwise. */
  stop10(fields: Partial<Extract<StandingTerms, { kind: "stop-limit" }>> = {}): StandingTerms {
    const pair = { base: "XLM", quote: this.USD };
    return {
      kind: "stop-limit",
      side: "sell",
      ...pair,
      amount: "10",
      triggerPrice: "0.8",
      price: "0.5",
      expiresAt: null,
      ...fields,
    };
  }

  async place(terms: StandingTerms, idempotencyKey = randomBytes(12).toString("hex")): Promise<StandingDocument> {
    const { runtime, network, guard } = this.here.deps;
    const input = { order: terms, agreed: AGREED, idempotencyKey };
    const { uid } = await placeStanding(
      { runtime, network, guard, feed: this.feed, sides: this.sides },
      traderOf(OWNER),
      input,
    );
    return this.order(uid);
  }

  async order(uid: string): Promise<StandingDocument> {
    const found = await standingCollection(this.world.database).findOne({ userId: OWNER, uid });
    if (!found) throw new Error(`there is no order ${uid}`);
    return found;
  }

  /** Has a process look once at all orders, as the market is now. */
  look({ deps: { runtime, network, guard } }: Works = this.here): Promise<void> {
    return look(
      {
        runtime,
        network,
        guard,
        feed: this.feed,
        sides: this.sides,
        onAccepted: () => undefined,
        listing: listingReader(runtime),
      },
      { resting: new Map(), heights: new Map(), swept: { version: -1, atMs: 0 } },
      NEVER,
    );
  }

  /** Has a process look and carry on what came of it, with a ledger, until nothing is under way. */
  async settle(works: Works = this.here): Promise<void> {
    const { database, clock } = this.world;
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await this.look(works);
      await works.work();
      await this.world.close();
      await this.follow();
      await works.work();
      clock.advance(TURN_MS);
      await this.look(works);
      if ((await submissionCollection(database).countDocuments({ isReserving: true })) === 0) return;
    }
    throw new Error("something is still under way");
  }

  /** Takes back what the owner has in the book. */
  async takeBack(): Promise<void> {
    const open = await orderCollection(this.world.database)
      .find({ userId: OWNER, state: "open", deleted: false })
      .toArray();
    if (open.length === 0) return;
    const cancel = { which: "these" as const, offerIds: open.map(({ offerId }) => offerId) };
    const idempotencyKey = randomBytes(12).toString("hex");
    await cancelOrders(this.here.deps, traderOf(OWNER), { cancel, agreed: AGREED, idempotencyKey });
    await this.settle();
  }

  /** What came of an order's runs. */
  submissionsOf({ id }: StandingDocument): Promise<SubmissionDocument[]> {
    return submissionCollection(this.world.database)
      .find({ userId: OWNER, idempotencyKey: { $regex: `^durable:${id}:` } }, { sort: { id: 1 } })
      .toArray();
  }

  /** What people were told, the oldest first. */
  async told(): Promise<string[]> {
    const rows = await this.world.database
      .collection("notifications")
      .find({ userId: OWNER }, { sort: { id: 1 } })
      .toArray();
    return rows.map(({ kind }) => String(kind));
  }

  /** Units of USD that the owner holds on the ledger, in stroops. */
  async dollars(): Promise<bigint> {
    const { lines } = await this.world.network.holdings([{ address: this.address, assets: [assetOfKey(this.USD)] }]);
    return lines[0]?.balance ?? 0n;
  }
}
