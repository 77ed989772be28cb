import { randomBytes } from "node:crypto";
import { Asset, type Keypair, Operation } from "@stellar/stellar-sdk";
import type { PoolTerms } from "#schemas/market-making.ts";
import type { Price } from "#schemas/values/money.ts";
import type { MarketDeps } from "#server/market-making/deps.ts";
import { look } from "#server/market-making/look.ts";
import type { Memory } from "#server/market-making/memory.ts";
import { openPool } from "#server/market-making/open.ts";
import { mayPoolProceed } from "#server/market-making/proceed.ts";
import { startPool } from "#server/market-making/start.ts";
import { marketMakingIndexes, poolCollection, type PoolDocument } from "#server/market-making/store.ts";
import type { MarketSide } from "#server/markets/index.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { type AssetName, assetOfKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import type { SubmissionsDeps } from "#server/platform/submissions/deps.ts";
import { startWorld, type World } from "./world.ts";

export const OWNER = 1;
const AGREED = { networkFee: "1", operatorFees: [] };
const RUNNING = new AbortController().signal;
/** More looks than anything here needs to come to rest. */
const MOST_TURNS = 40;

/** A world with a pool's owner in it and a market of strangers, whose middle the test sets; nothing runs by itself. */
export interface MarketWorld extends World {
  readonly owner: string;
  readonly usd: Asset;
  /** `USD-G...` */
  readonly key: string;
  readonly issuer: Keypair;
  readonly market: MarketDeps;
  readonly worker: SubmissionsDeps;
  /** Sets the middle of the market: quote for one XLM. */
  moveTo(price: number): void;
  terms(fields?: Partial<PoolTerms>): PoolTerms;
  open(fields?: Partial<PoolTerms>): Promise<PoolDocument>;
  start(pool: PoolDocument): Promise<PoolDocument>;
  read(id: number): Promise<PoolDocument>;
  /** Looks once; as a process that was started just now where `isNew`. */
  lookOnce(isNew?: boolean): Promise<void>;
  /** One round of everything: looks, signs, closes a ledger, takes it in. */
  turn(): Promise<void>;
  until(id: number, is: (pool: PoolDocument) => boolean): Promise<PoolDocument>;
}

export async function startMarketWorld(): Promise<MarketWorld> {
  const world = await startWorld();
  const { database, runtime, clock, deps, network } = world;
  await migrate(database, [marketMakingIndexes], clock);
  const issuer = await world.stranger();
  const usd = new Asset("USD", issuer.publicKey());
  const key = `USD-${issuer.publicKey()}`;
  const owner = await world.wallet(OWNER);
  await fund(world, { owner, issuer, usd });

  let middle = 1;
  const fraction = (price: number): Price => ({ n: Math.round(price * 1_000_000), d: 1_000_000 });
  const side = (send: AssetName): MarketSide => {
    const isBid = isSameAsset(send, NATIVE);
    const { n, d } = fraction(middle * (isBid ? 0.9 : 1.1));
    const offer = {
      offerId: "1",
      seller: issuer.publicKey(),
      selling: isBid ? assetOfKey(key) : NATIVE,
      buying: isBid ? NATIVE : assetOfKey(key),
      amount: 1_000_000_000n,
      price: isBid ? { n: d, d: n } : { n, d },
      ledger: 1,
    };
    return { ledger: 1, offers: () => [offer], offersBy: () => [], pool: null };
  };
  const sides = { known: side, read: (send: AssetName) => Promise.resolve(side(send)) };
  let ledger = 0;
  const feed = {
    get memory() {
      return { index: { isListed: () => true } as never, ledger };
    },
    lag: 0,
    place: () => ({ state: "live" as const, closedAt: clock.now().toISOString() }),
  };
  const market: MarketDeps = { ...deps, network, sides, feed, onAccepted: () => undefined };
  const worker: SubmissionsDeps = {
    ...deps,
    mayProceed: (submission, session) => mayPoolProceed(runtime, submission, session),
  };
  let memory: Memory = new Map();
  const trader = { userId: OWNER, prove: () => Promise.resolve() };
  const read = async (id: number): Promise<PoolDocument> => {
    const pool = await poolCollection(database).findOne({ id });
    if (!pool) throw new Error(`there is no pool ${id}`);
    return pool;
  };
  const lookOnce = async (isNew = false): Promise<void> => {
    if (isNew) memory = new Map();
    ledger = await ingestedLedger(database, null);
    await look(market, memory, RUNNING);
  };
  const turn = async (): Promise<void> => {
    await lookOnce();
    await advanceOpen(worker);
    await world.close();
    clock.advance(6000);
    await advanceOpen(worker);
    await world.ingest();
  };
  const until = async (id: number, is: (pool: PoolDocument) => boolean): Promise<PoolDocument> => {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const pool = await read(id);
      if (is(pool)) return pool;
      await turn();
    }
    const { status, stop, reason, under } = await read(id);
    throw new Error(`pool ${id} did not come there: ${JSON.stringify({ status, stop, reason, under })}`);
  };
  const terms = (fields: Partial<PoolTerms> = {}): PoolTerms => ({
    base: "XLM",
    quote: key,
    baseAmount: "500",
    quoteAmount: "500",
    walletCount: 3,
    levels: 3,
    spreadPercentage: "1",
    depthPercentage: "5",
    minTradeSize: "1",
    maxTradeSize: "1000",
    reference: { kind: "mid" },
    priceMargin: "90",
    inventoryTarget: 50,
    skew: 20,
    autoRebalance: true,
    maxDrawdown: 90,
    maxDailyLoss: "100000",
    maxFillsPerMinute: 1000,
    ...fields,
  });
  return {
    ...world,
    owner,
    usd,
    key,
    issuer,
    market,
    worker,
    moveTo: (price) => {
      middle = price;
    },
    terms,
    open: async (fields) => {
      const pool = { terms: terms(fields), riskAccepted: true };
      const idempotencyKey = randomBytes(12).toString("hex");
      const { id } = await openPool(market, trader, { pool, agreed: AGREED, idempotencyKey });
      return until(id, ({ status }) => status === "stopped");
    },
    start: async ({ uid }) => {
      const start = { uid, riskAccepted: true };
      return startPool(market, trader, { start, agreed: AGREED, idempotencyKey: randomBytes(12).toString("hex") });
    },
    read,
    lookOnce,
    turn,
    until,
  };
}

/** The owner has a line, and dollars on it. */
async function fund(
  world: World,
  { owner, issuer, usd }: { readonly owner: string; readonly issuer: Keypair; readonly usd: Asset },
): Promise<void> {
  const asset = { assetCode: "USD", issuer: issuer.publicKey() };
  await world.database.collection("users").insertOne({ id: OWNER, username: "ana", walletAddress: owner });
  await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: OWNER,
      idempotencyKey: "a line",
      fingerprint: "",
      kind: "trustline",
      account: owner,
      steps: [{ type: "change_trust", source: owner, ...asset }],
      memo: "",
      holds: [],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  await world.settle();
  await world.apply([issuer], [Operation.payment({ destination: owner, asset: usd, amount: "5000" })]);
  await world.ingest();
  const account = await accountCollection(world.database).findOne({ _id: owner });
  if (account?.lines[0]?.balance !== "50000000000") throw new Error("the owner has no dollars");
}
