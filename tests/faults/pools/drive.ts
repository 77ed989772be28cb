import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { hireCrew } from "#tests/faults/money/crew.ts";
import { pause } from "#tests/faults/money/link-proxy.ts";
import { aPerson, ask, type Person } from "#tests/faults/money/people.ts";
import { type Random, seededRandom } from "#tests/faults/money/random.ts";
import { type Stack, startStack } from "#tests/faults/money/stack.ts";
import { makeTrouble, type TroubleCount } from "#tests/faults/money/trouble.ts";
import { eventually } from "#tests/support/app.ts";
import { findPoolProblems } from "./check.ts";
import { Outsider } from "./market.ts";
import { actOnPools, type PoolRequest, poolsOf } from "./owners.ts";

export interface PoolsSoFar {
  readonly ms: number;
  readonly trouble: TroubleCount;
  readonly requests: readonly PoolRequest[];
}

export interface PoolsResult {
  readonly problems: readonly string[];
  readonly trouble: TroubleCount;
  readonly requests: readonly PoolRequest[];
  readonly fills: number;
}

interface Options {
  readonly seed: number;
  readonly owners: number;
  readonly isEnough: (soFar: PoolsSoFar) => boolean;
  readonly say?: (line: string) => void;
}

const CLOSE_INTERVAL_MS = 500;
const SETTLE_TIMEOUT_MS = 240_000;
const GIVEN_UNITS = 1000;
const STROOPS = 10_000_000n;

/** Has owners run pools, and an outsider trade with them, while everything is killed, cut off and held up; then drains all and compares. */
export async function drivePools({
  seed,
  owners: count,
  isEnough,
  say = () => undefined,
}: Options): Promise<PoolsResult> {
  const random = seededRandom(seed);
  const stack = await startStack(CLOSE_INTERVAL_MS);
  const database = await openDatabase(stack.mongoUrl, "astrolabe", 60_000);
  try {
    const outsider = new Outsider(stack);
    await outsider.open();
    const owners = await Promise.all(Array.from({ length: count }, () => aPerson(stack, random)));
    for (const owner of owners) await give(stack, random, owner, outsider);
    await list(stack, database, random, outsider);
    say(`${count} owners hold what is listed`);
    const requests: PoolRequest[] = [];
    const trouble: TroubleCount = new Map();
    const beganMs = performance.now();
    const isOver = () => isEnough({ ms: performance.now() - beganMs, trouble, requests });
    const asset = `FLT-${outsider.address}`;
    const working = Promise.all([
      outsider.trade(random, isOver),
      actOnPools(stack, owners, random, { asset, requests, isOver }),
      actOnPools(stack, owners, random, { asset, requests, isOver }),
    ]);
    // What an owner or the outsider finds wrong is not to wait for the trouble's end.
    await Promise.race([makeTrouble(stack, random, trouble, isOver), working]);
    await working;
    say("the trouble is over");
    const unsettled = await drainAll(stack, database, random, owners);
    const owned = { owners, requests, given: BigInt(GIVEN_UNITS) * STROOPS };
    const problems = [...unsettled, ...(await findPoolProblems(stack, database, owned))];
    const fills = await database.collection("market_making_trades").countDocuments();
    return { problems, trouble, requests, fills };
  } finally {
    await database.close();
    await stack.stop();
  }
}

/** Has somebody hold the outsider's asset, and some of it. */
async function give(stack: Stack, random: Random, owner: Person, outsider: Outsider): Promise<void> {
  const line = { assetCode: "FLT", issuer: outsider.address, networkFee: "1" };
  const body = { ...line, idempotencyKey: `fault-line-${String(owner.id).padStart(10, "0")}` };
  await eventually(async () => {
    const answer = await ask(stack, random, "/api/wallet/trustlines", owner.cookie, body);
    return answer?.status === 202;
  }, SETTLE_TIMEOUT_MS);
  await eventually(async () => {
    const wallet = await ask(stack, random, "/api/wallet", owner.cookie);
    const balances: unknown = wallet?.body["balances"];
    return Array.isArray(balances) && balances.some(({ assetCode }) => assetCode === "FLT");
  }, SETTLE_TIMEOUT_MS);
  await outsider.pay(owner.address, GIVEN_UNITS);
}

/** Two operators list the asset, and every server follows its market. */
async function list(stack: Stack, database: Database, random: Random, { address }: Outsider): Promise<void> {
  const { first, second } = await hireCrew(stack, database, random);
  await eventually(async () => {
    const listing = await ask(stack, random, "/api/admin/listing", first.cookie);
    const { assets, version } = Object(listing?.body);
    if (Array.isArray(assets) && assets.some(({ assetCode }) => assetCode === "FLT")) return true;
    await ask(stack, random, "/api/admin/listing/assets", first.cookie, { ...listed(address), version });
    const waiting = await ask(stack, random, "/api/admin/proposals", second.cookie);
    const proposals: unknown = waiting?.body["proposals"];
    for (const { id, digest } of Array.isArray(proposals) ? proposals : [])
      await ask(stack, random, `/api/admin/proposals/${id}/approve`, second.cookie, { digest, reason: "as proposed" });
    return false;
  }, SETTLE_TIMEOUT_MS);
  await eventually(async () => {
    const markets = await ask(stack, random, "/api/markets", first.cookie);
    return markets?.body["state"] === "live" && Number(markets.body["ledger"] ?? 0) > 0;
  }, SETTLE_TIMEOUT_MS);
}

function listed(issuer: string) {
  return {
    assetCode: "FLT",
    issuer,
    name: "Fault",
    description: "",
    conditions: "",
    website: null,
    order: 1,
    isFeatured: false,
    picture: { kind: "none" },
    powers: { mustAdmit: false, canFreeze: false, canTakeBack: false, isFinal: false },
    reason: "opened",
  };
}

/** Has every pool give everything back; tells what never did. */
async function drainAll(
  stack: Stack,
  database: Database,
  random: Random,
  owners: readonly Person[],
): Promise<string[]> {
  const pools = database.collection("liquidity_pools");
  const isOpen = { status: { $nin: ["closed", "failed"] } };
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  while (performance.now() < deadline) {
    for (const owner of owners) {
      await ask(stack, random, "/api/trading/orders/cancel", owner.cookie, cancelAll());
      for (const { uid, status } of await poolsOf(stack, random, owner).catch(() => []))
        if (status !== "closed" && status !== "failed" && status !== "draining")
          await ask(stack, random, "/api/market-making/drain", owner.cookie, { uid });
    }
    const left = await pools.countDocuments(isOpen).catch(() => 1);
    const reserving = await submissionCollection(database)
      .countDocuments({ isReserving: true })
      .catch(() => 1);
    if (left === 0 && reserving === 0) return [];
    await pause(500);
  }
  const left = await pools.find(isOpen).toArray();
  return left.map(({ id, status, reason }) => `pool ${id} is ${status} for minutes: ${reason}`);
}

let cancels = 0;

function cancelAll() {
  cancels += 1;
  const idempotencyKey = `fault-cancel-${String(cancels).padStart(10, "0")}`;
  return { cancel: { which: "all" }, agreed: { networkFee: "1", operatorFees: [] }, idempotencyKey };
}
