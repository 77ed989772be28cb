import { bestOf } from "#schemas/market-maker/crossing.ts";
import { AppError } from "#schemas/errors.ts";
import { comparePrices, formatAmount, parseAmount } from "#schemas/values/money.ts";
import { readFacts } from "#server/market-making/facts.ts";
import { type PoolDocument, poolCollection, tradeCollection } from "#server/market-making/store.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { allTrades, allTransactions, ledgerBalances, offersOf } from "#tests/faults/money/ledger.ts";
import { integerFrom, randomFrom } from "#tests/faults/stellar/random.ts";
import { DEATHS, STANDSTILLS } from "#tests/money/crash-points.ts";
import { DeadError, Life } from "#tests/money/mortal.ts";
import { type Process, startProcess } from "#tests/money/processes.ts";
import { OWNER } from "#tests/standing-orders/scene.ts";
import type { PoolScene } from "./scene.ts";

/** How far a storm has come. */
export interface StormSoFar {
  readonly rounds: number;
  /** Processes that died. */
  readonly died: number;
}

export interface StormResult extends StormSoFar {
  readonly problems: readonly string[];
  readonly fills: number;
  /** How often its owner stopped one, and had one give everything back. */
  readonly stops: number;
  readonly drains: number;
}

/** Of dollars, in stroops. */
const MOST = 200_000_000n;

type Random = ReturnType<typeof randomFrom>;

interface Tally {
  stops: number;
  drains: number;
  /** The number of the newest submission when the pool was stopped; null while it runs. */
  stoppedAt: number | null;
  uid: string | null;
}

/**
 * Has a market move while processes that look after a pool die and stand still at random moments, and the pool is started, stopped and
 * drained in between; then compares what it did, and what its owner has, with the ledger.
 */
export async function poolStorm(
  scene: PoolScene,
  seed: number,
  isEnough: (soFar: StormSoFar) => boolean,
): Promise<StormResult> {
  const random = randomFrom(seed);
  const before = await ownedBy(scene);
  const tally: Tally = { stops: 0, drains: 0, stoppedAt: null, uid: null };
  const problems: string[] = [];
  let soFar: StormSoFar = { rounds: 0, died: 0 };
  while (!isEnough(soFar) && problems.length === 0) {
    await act(scene, random, tally);
    const middle = 90 + integerFrom(random, 0, 20);
    await scene.scene.setPrices(((middle - 2) / 100).toFixed(2), ((middle + 2) / 100).toFixed(2));
    const died = await round(scene, random, tally);
    problems.push(...(await problemsOf(scene, tally)));
    soFar = { rounds: soFar.rounds + 1, died: soFar.died + died };
  }
  await drainAll(scene);
  problems.push(...(await compare(scene, before)));
  const fills = await tradeCollection(scene.database).countDocuments({ userId: OWNER });
  const { stops, drains } = tally;
  return { ...soFar, problems, fills, stops, drains };
}

/** Opens what is missing, and now and then starts, stops or drains it. */
async function act(scene: PoolScene, random: Random, tally: Tally): Promise<void> {
  const pool = tally.uid === null ? null : await scene.read(tally.uid);
  if (!pool || pool.status === "closed" || pool.status === "failed") {
    const { usd } = await ownedBy(scene);
    // Trades of the one before may have left less of it.
    const quoteAmount = formatAmount(usd / 2n < MOST ? usd / 2n : MOST);
    const opened = await scene.openPool(scene.terms({ quoteAmount, autoRebalance: integerFrom(random, 0, 2) > 0 }));
    tally.uid = opened.uid;
    await scene.settle();
    return start(scene, opened.uid, tally);
  }
  const wish = integerFrom(random, 0, 9);
  if (pool.status === "stopped" && wish < 6) return start(scene, pool.uid, tally);
  if (wish === 9) {
    await scene.drainPool(pool.uid);
    tally.drains += 1;
    tally.stoppedAt ??= await newest(scene);
  }
}

async function start(scene: PoolScene, uid: string, tally: Tally): Promise<void> {
  try {
    await scene.startPool(uid);
    tally.stoppedAt = null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function newest({ database }: PoolScene): Promise<number> {
  const [last] = await submissionCollection(database)
    .find({}, { sort: { id: -1 }, limit: 1 })
    .toArray();
  return last?.id ?? 0;
}

/** Answers with how many died. */
async function round(scene: PoolScene, random: Random, tally: Tally): Promise<number> {
  const { world } = scene.scene;
  const lives = [1, 2].map(() => startProcess(world, new Life({ ...DEATHS, at: integerFrom(random, 1, 14) })));
  const slow = new Life({ ...STANDSTILLS, at: integerFrom(random, 1, 14) });
  const standing = live(scene, startProcess(world, slow));
  const ended = await Promise.all(lives.map((each) => live(scene, each)));
  await Promise.race([standing, slow.stood]);
  if (integerFrom(random, 0, 4) === 0 && tally.uid !== null) {
    await scene.stopPool(tally.uid);
    tally.stops += 1;
    tally.stoppedAt ??= await newest(scene);
  }
  // Whoever stood still goes on after that.
  slow.wake();
  await standing;
  await scene.settle();
  return ended.filter((end) => end === "died").length;
}

/** Looks and works until it dies, or has nothing more to do. */
async function live(scene: PoolScene, process: Process): Promise<"died" | "done"> {
  try {
    await scene.look(process, new Map());
    await process.work();
    await scene.look(process, new Map());
    return "done";
  } catch (error) {
    if (!(error instanceof DeadError)) throw error;
    return "died";
  }
}

/** What is wrong with the pool as a ledger leaves it. */
async function problemsOf(scene: PoolScene, { uid, stoppedAt }: Tally): Promise<string[]> {
  if (uid === null) return [];
  const pool = await scene.read(uid);
  const { offers, strays } = await scene.database.transaction((session) => readFacts(scene.database, session, pool));
  const [bid, ask] = [bestOf(offers, "buy"), bestOf(offers, "sell")];
  const onLedger = await Promise.all(pool.wallets.map((wallet) => ledgerOffers(scene, pool, wallet)));
  const standing = onLedger.flat().length;
  const late = stoppedAt === null ? [] : await offeredAfter(scene, pool, stoppedAt);
  const wrong = [
    pool.status !== "active" && standing > 0 && `is ${pool.status} and has ${standing} offers`,
    pool.status === "active" && standing !== offers.length && `has ${standing} offers and knows ${offers.length}`,
    pool.stop !== null && pool.stop !== "owner" && `was stopped by ${pool.stop}: ${pool.reason}`,
    strays.length > 0 && `has ${strays.length} offers on other pairs`,
    bid && ask && comparePrices(bid, ask) >= 0 && `bids ${bid.n}/${bid.d} and asks ${ask.n}/${ask.d}`,
    late.length > 0 && `offered after its stop: submissions ${late.join(", ")}`,
  ];
  return wrong.flatMap((what) => (what ? [`pool ${pool.id} ${what}`] : []));
}

async function ledgerOffers({ scene }: PoolScene, { status }: PoolDocument, wallet: string): Promise<string[]> {
  if (status === "closed" || status === "failed") return [];
  return offersOf(scene.world.stellar.horizonUrl, wallet);
}

/** Submissions that offered something for a stopped pool: accepted after its stop, or before it and signed since. */
async function offeredAfter({ database }: PoolScene, { id }: PoolDocument, stoppedAt: number): Promise<number[]> {
  const own = { userId: OWNER, idempotencyKey: { $regex: `^market-pool:${id}:` }, id: { $gt: stoppedAt } };
  const found = await submissionCollection(database).find(own).toArray();
  return found.filter(({ steps }) => steps.some(({ type }) => type === "manage_sell_offer")).map((each) => each.id);
}

async function drainAll(scene: PoolScene): Promise<void> {
  const open = await poolCollection(scene.database)
    .find({ userId: OWNER, status: { $nin: ["closed", "failed"] } })
    .toArray();
  for (const { uid } of open) await scene.drainPool(uid);
  await scene.settle();
}

interface Owned {
  readonly xlm: bigint;
  readonly usd: bigint;
  readonly trades: number;
  readonly transactions: number;
}

async function ownedBy({ scene }: PoolScene): Promise<Owned> {
  const { horizonUrl } = scene.world.stellar;
  const held = await ledgerBalances(horizonUrl, scene.address);
  const trades = (await allTrades(horizonUrl)).length;
  const transactions = (await allTransactions(horizonUrl)).length;
  return { xlm: held.get("XLM") ?? 0n, usd: held.get("USD") ?? 0n, trades, transactions };
}

/** Everything is back, and whatever is not is explained by the ledger's trades and fees, to the stroop. */
async function compare(scene: PoolScene, before: Owned): Promise<string[]> {
  const { horizonUrl } = scene.scene.world.stellar;
  const pools = await poolCollection(scene.database).find({ userId: OWNER }).toArray();
  const wallets = new Set(pools.flatMap((pool) => pool.wallets));
  const own = new Set([scene.scene.address, ...wallets]);
  const trades = (await allTrades(horizonUrl)).slice(before.trades);
  const fees = (await allTransactions(horizonUrl))
    .slice(before.transactions)
    .filter((each) => own.has(each.feeAccount));
  const both = trades.filter(({ parties }) => parties.every(({ address }) => own.has(address)));
  const parts = trades.flatMap(({ parties }) => parties.filter(({ address }) => own.has(address)));
  const change = (code: string) =>
    parts.reduce((sum, { given, got }) => {
      const [lost, won] = [given[0] === code ? given[1] : 0n, got[0] === code ? got[1] : 0n];
      return sum + won - lost;
    }, 0n);
  const paid = fees.reduce((sum, { feeStroops }) => sum + feeStroops, 0n);
  const after = await ownedBy(scene);
  const expected = { xlm: before.xlm + change("XLM") - paid, usd: before.usd + change("USD") };
  const rows = await tradeCollection(scene.database).find({ userId: OWNER }).toArray();
  const told = rows.reduce((sum, { amount, type }) => sum + (type === "buy" ? 1n : -1n) * parseAmount(amount), 0n);
  const ofPools = parts.filter(({ address }) => wallets.has(address)).length;
  const open = pools.filter(({ status }) => status !== "closed" && status !== "failed");
  const wrong = [
    both.length > 0 && `${both.length} trades have both sides of one owner`,
    after.xlm !== expected.xlm && `its owner has ${after.xlm} stroops of XLM and should have ${expected.xlm}`,
    after.usd !== expected.usd && `its owner has ${after.usd} stroops of USD and should have ${expected.usd}`,
    rows.length !== ofPools && `${rows.length} fills are told of ${ofPools}`,
    told !== change("XLM") && `fills tell of ${told} stroops of XLM, the ledger of ${change("XLM")}`,
    open.length > 0 && `${open.length} pools are still open`,
  ];
  return wrong.flatMap((what) => (what ? [what] : []));
}
