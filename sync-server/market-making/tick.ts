import { planCancels, planTick } from "#schemas/market-maker/plan.ts";
import type { Plan } from "#schemas/market-maker/facts.ts";
import type { Exact } from "#schemas/market-maker/prices.ts";
import { worthOf } from "#schemas/market-maker/reckoning.ts";
import { stopOf } from "#schemas/market-maker/stops.ts";
import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";
import { marketNow, PASSING } from "#server/standing-orders/index.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { assetOfKey, NATIVE } from "#server/platform/network/assets.ts";
import { isAssetHalted } from "#server/platform/submissions/halts.ts";
import { reach } from "#server/wallet/index.ts";
import { bestOf, referenceOf } from "./books.ts";
import type { MarketDeps } from "./deps.ts";
import { isCounted, type LedgerFacts, readFacts } from "./facts.ts";
import type { PoolMemory } from "./memory.ts";
import { type OwnPrices, ownPrices, ownSellers } from "./own-prices.ts";
import { refuseUnlisted } from "./plan-open.ts";
import { refresh } from "./refresh.ts";
import { stopPool, type Stopping } from "./stop.ts";
import { type PoolDocument, type PoolFields, tradeCollection } from "./store.ts";
import { unlessMoved } from "./take-out.ts";
import { tell, TOLD_EVERY_MS, toldOf } from "./tell-pool.ts";

/** A pool that is looked after, and whose it is. */
export interface Looked {
  readonly pool: PoolDocument;
  readonly owner: AccountDocument;
  readonly memory: PoolMemory;
}

/** So long a pool may stand in the book without anybody knowing what is going on there, in ms. */
const BLIND_MS = 30_000;
/** Ledgers between what ingestion and what the markets know. */
const MOST_APART = 2;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Stroops for an operation beyond which no ladder is kept up: a hundredth of an XLM. */
const MOST_BID = 100_000n;
/** Operations that have to be affordable at any time: to take everything out of the book, and give it back. */
const KEPT_OPERATIONS = 250n;

/** What is known at a ledger. */
interface Seen {
  readonly facts: LedgerFacts;
  readonly own: OwnPrices;
  /** The accounts of its owner that come to markets. */
  readonly sellers: ReadonlySet<string>;
  readonly fills: number;
}

/**
 * Takes a running pool one step on at the newest ledger: it stops, or its ladder is brought where it has to be. Answers whether there is
 * nothing to do about it until another ledger comes, or the pool is changed.
 */
export async function tick(deps: MarketDeps, looked: Looked): Promise<boolean> {
  const { pool, memory } = looked;
  const market = marketNow(deps.feed);
  const seen = market && (await see(deps, looked));
  // Whichever is behind is there in a moment.
  if (!seen || Math.abs(market.ledger - seen.facts.ledger) > MOST_APART) {
    if (isBlind(memory)) await stop(deps, pool, { stop: "feed", reason: "" });
    return false;
  }
  const outside = await stopOutside(deps, seen.facts);
  const decided = outside ?? decide(deps, looked, seen);
  if ("stop" in decided) {
    await stop(deps, pool, decided);
    return false;
  }
  // What takes any price is there in a moment, too; what is not, such as for want of a signature, finds nothing of ours.
  if (seen.own.isTaking && !isBlind(memory)) return false;
  if (!seen.own.isTaking) memory.seenAtMs = performance.now();
  const plan = seen.own.isTaking ? planCancels(seen.facts) : decided.plan;
  if (plan.steps.length > 0) {
    await change(deps, looked, seen.facts, { ...decided, plan });
    return false;
  }
  await tellWorth(deps, looked, seen.facts, decided);
  return !seen.own.isTaking;
}

function isBlind({ seenAtMs }: PoolMemory): boolean {
  return performance.now() - seenAtMs > BLIND_MS;
}

async function see({ runtime }: MarketDeps, { pool, owner }: Looked): Promise<Seen> {
  const { database, clock } = runtime;
  const since = new Date(clock.now().getTime() - MINUTE_MS);
  return database.transaction(async (session) => {
    const facts = await readFacts(database, session, pool);
    const { userId, id: poolId } = pool;
    const recent = { userId, poolId, timestamp: { $gt: since }, deleted: false };
    const fills = await tradeCollection(database).countDocuments(recent, { session });
    const sellers = await ownSellers(runtime, owner, session);
    return { facts, own: await ownPrices(runtime, session, owner, facts.pool), sellers, fills };
  });
}

/** What stops a pool by what is decided elsewhere: the list, and operators. */
async function stopOutside(deps: MarketDeps, { pool, wallets }: LedgerFacts): Promise<Stopping | null> {
  const [unlisted] = refuseUnlisted(deps, pool);
  if (unlisted) return { stop: "market", reason: unlisted.said };
  for (const key of [pool.base, pool.quote]) {
    const asset = assetOfKey(key);
    if (!(await isAssetHalted(deps.runtime.database, asset, null))) continue;
    return { stop: "reconciliation", reason: new AppError("payments-halted", { assetCode: asset.assetCode }).said };
  }
  return wallets.some(({ isHealthy }) => isHealthy) ? null : { stop: "market", reason: "" };
}

interface Decided {
  readonly plan: Plan;
  readonly reference: Exact | null;
  readonly worth: bigint | null;
  readonly reason: string;
}

/** What is to be done at this ledger, by pure rules. What goes wrong in them stops the pool: nobody trades by what cannot be reckoned. */
function decide(deps: MarketDeps, looked: Looked, seen: Seen): Decided | Stopping {
  try {
    return decideBy(deps, looked, seen);
  } catch (error) {
    if (error instanceof AppError && PASSING.includes(error.code)) {
      if (isBlind(looked.memory)) return { stop: "feed", reason: "" };
      throw error;
    }
    deps.runtime.log.error({ err: error, poolId: looked.pool.id }, "a check of a pool failed: it stops");
    return { stop: "check", reason: "" };
  }
}

function decideBy(
  { sides }: MarketDeps,
  { pool, memory }: Looked,
  { facts, own, sellers, fills }: Seen,
): Decided | Stopping {
  const { price: reference, market, refusal } = referenceOf(sides, facts.pool, sellers);
  const best = bestOf(sides, facts.pool, sellers);
  const worth = reference && worthOf(facts, reference);
  if (worth !== null && worth > memory.peak) memory.peak = worth;
  const stopped = stopOf({
    pool: facts.pool,
    startPrice: pool.startPrice === null ? null : readPrice(pool.startPrice),
    // A price by name never moves: what leaves it is the market.
    reference: facts.pool.reference.kind === "fixed" ? market : reference,
    worth,
    peak: memory.peak,
    dayWorth: BigInt(pool.dayWorth),
    fills,
    isReconciled: facts.isReconciled && isCounted(pool, facts),
  });
  if (stopped) return stopped;
  const plan = planTick({
    ...facts,
    reference,
    book: { bestBid: best.bid, bestAsk: best.ask, ownerBid: own.bid, ownerAsk: own.ask },
    isResting: facts.ledger <= pool.restsUntil,
  });
  return { plan, reference, worth, reason: refusal?.said ?? reasonOf(plan, facts) };
}

function reasonOf({ leftOut }: Plan, { pool }: LedgerFacts): string {
  if (leftOut !== "crosses-own") return "";
  const [base, quote] = [pool.base, pool.quote].map((key) => assetOfKey(key).assetCode);
  return new AppError("market-crosses-own", { base: base ?? "", quote: quote ?? "" }).said;
}

/** Brings the ladder where it has to be, if that costs no more than is kept for it; what stands against its owner stops the pool. */
async function change(
  deps: MarketDeps,
  { pool, owner }: Looked,
  facts: LedgerFacts,
  { plan, reference, reason }: Decided,
): Promise<void> {
  const bid = await reach(deps.network.feeBid());
  const [first] = facts.accounts;
  const spare = first ? spendableOf(first, NATIVE, new Map()) : 0n;
  const kept = bid * (BigInt(plan.steps.length) + KEPT_OPERATIONS);
  if (bid > MOST_BID || spare < kept)
    return stop(deps, pool, { stop: "fee", reason: writeSaid("said.market-fee", { fee: formatAmount(bid) }) });
  try {
    await refresh(deps, pool, { facts, plan, owner: owner._id, reference, reason });
  } catch (error) {
    if (!(error instanceof AppError)) return unlessMoved(error);
    if (PASSING.includes(error.code) && !STOPPING.includes(error.code)) return;
    await stop(deps, pool, { stop: "account", reason: error.said });
  }
}

/** These pass for somebody's own trade; nobody's pool goes on while its owner may not trade. */
const STOPPING: readonly AppError["code"][] = ["mailbox-unproven", "cool-off", "account-closing", "kyc-required-above"];

async function stop({ runtime }: MarketDeps, pool: PoolDocument, why: Stopping): Promise<void> {
  await stopPool(runtime, pool, why);
}

/** Writes what it is worth: at once where something moved, once a minute where only the price did. */
async function tellWorth(
  { runtime }: MarketDeps,
  { pool, memory }: Looked,
  facts: LedgerFacts,
  { reference, worth, reason }: Decided,
): Promise<void> {
  const { fields, isMoved } = toldOf(pool, facts, reference);
  const day = Math.floor(runtime.clock.now().getTime() / DAY_MS);
  const isNewDay = worth !== null && day !== pool.day;
  const isDue = isTellingDue(memory);
  if (!isMoved && !isNewDay && !isDue && reason === pool.reason) return;
  memory.toldAtMs = performance.now();
  const peak = memory.peak > BigInt(pool.peakWorth) ? memory.peak : BigInt(pool.peakWorth);
  const reckoned: PoolFields = {
    ...fields,
    reason,
    peakWorth: String(peak),
    peak: formatAmount(peak),
    ...(isNewDay && { day, dayWorth: String(worth) }),
  };
  await tell(runtime, pool, facts, reckoned);
}

/** Whether a row of which only the price has moved is to be written again. */
export function isTellingDue({ toldAtMs }: PoolMemory): boolean {
  return performance.now() - toldAtMs > TOLD_EVERY_MS;
}

/** Writes what a pool at rest is worth, as its wallets and the price move. */
export async function tellStill(deps: MarketDeps, { pool, owner, memory }: Looked): Promise<void> {
  const { runtime } = deps;
  const facts = await runtime.database.transaction((session) => readFacts(runtime.database, session, pool));
  const market = marketNow(deps.feed);
  const isListed = market !== null && refuseUnlisted(deps, facts.pool).length === 0;
  const reference = isListed ? referenceOf(deps.sides, facts.pool, await ownSellers(runtime, owner, null)).price : null;
  const { fields } = toldOf(pool, facts, reference);
  memory.toldAtMs = performance.now();
  await tell(runtime, pool, facts, fields);
}
