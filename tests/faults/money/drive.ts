import { Keypair } from "@stellar/stellar-sdk";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually } from "#tests/support/app.ts";
import { findProblems } from "./checks.ts";
import { latestLedger } from "./ledger.ts";
import { setMoneyAside } from "./outsider.ts";
import { anOperator, aPerson, aSecondOperator, type Person } from "./people.ts";
import { pause } from "./link-proxy.ts";
import { seededRandom } from "./random.ts";
import { type Stack, startStack } from "./stack.ts";
import { makeTrouble, type TroubleCount } from "./trouble.ts";
import { claimSome } from "./claims.ts";
import { approveDeposits, approveWaiting, doWork, type Work } from "./workload.ts";

/** How far the people and the trouble have come. */
export interface SoFar {
  readonly ms: number;
  readonly trouble: TroubleCount;
  readonly work: Work;
}

export interface DriveOptions {
  /** Whether what happened suffices; asked until it does. */
  readonly isEnough: (soFar: SoFar) => boolean;
  readonly seed: number;
  readonly people: number;
  /** How many people act at the same time. */
  readonly hands: number;
  readonly closeIntervalMs?: number;
  readonly say?: (line: string) => void;
}

export interface DriveResult {
  readonly problems: readonly string[];
  readonly trouble: TroubleCount;
  readonly sends: number;
  readonly confirmed: number;
  readonly refused: number;
  readonly credited: number;
  readonly setAside: number;
  /** How many keys asked for a claim, how many were refused, and how many balances people got. */
  readonly claims: number;
  readonly claimsRefused: number;
  readonly claimed: number;
  /** How many keys asked for a trade, how many were refused, and how many the ledger carried out. */
  readonly trades: number;
  readonly tradesRefused: number;
  readonly traded: number;
}

const DEPOSITS = { settings: { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: null }, reason: "opened" };
const SETTLE_TIMEOUT_MS = 240_000;

/** Lets people pay each other while everything is killed, cut off and held up, then looks at what came of it. */
export async function drive(options: DriveOptions): Promise<DriveResult> {
  const { isEnough, seed, hands, say = () => undefined } = options;
  const random = seededRandom(seed);
  const stack = await startStack(options.closeIntervalMs ?? 500);
  const database = await openDatabase(stack.mongoUrl, "astrolabe", 60_000);
  try {
    const people: Person[] = [];
    while (people.length < options.people)
      people.push(...(await Promise.all(Array.from({ length: 5 }, () => aPerson(stack, random)))));
    const operator = await anOperator(stack, random);
    const second = await aSecondOperator(stack, random, operator);
    await eventually(() => putSettings(stack, operator.cookie, second.cookie), 30_000);
    say(`${people.length} people are there`);

    const giver = Keypair.random();
    const traded = `FLT-${giver.publicKey()}`;
    const work: Work = { sends: [], deposits: [], setAside: [], claims: [], trades: [], traded };
    const trouble: TroubleCount = new Map();
    const beganMs = performance.now();
    const isOver = () => isEnough({ ms: performance.now() - beganMs, trouble, work });
    const finished = { value: false };
    const approving = approveDeposits(stack, operator, random, () => finished.value);
    const giving = setMoneyAside(stack, giver, people, random, work.setAside, isOver);
    const working = Promise.all(Array.from({ length: hands }, () => doWork(stack, people, random, work, isOver)));
    await makeTrouble(stack, random, trouble, isOver);
    say("the trouble is over");
    await Promise.all([working, giving]);
    await untilKnown(stack, database);
    say("everything that happened is known");
    // What is left to claim is claimed at once by many, some of it twice.
    await Promise.all(Array.from({ length: hands }, () => claimSome(stack, random, work.setAside, work.claims)));
    const unsettled = await settle(stack, database, operator, random);
    say("nothing is under way any more");
    finished.value = true;
    await approving;
    await untilKnown(stack, database);
    const problems = [...unsettled, ...(await findProblems(stack, database, people, work))];
    return { problems, trouble, ...(await countWork(database, work)) };
  } finally {
    await database.close();
    await stack.stop();
  }
}

/** Switches deposits on, as one operator proposes and another one agrees. */
async function putSettings({ serverUrls, publicUrl }: Stack, first: string, second: string): Promise<boolean> {
  const read = async (cookie: string, path: string, request: RequestInit): Promise<unknown> => {
    const headers = { origin: publicUrl, cookie, "content-type": "application/json" };
    const url = `${serverUrls[0] ?? ""}/api/admin/${path}`;
    const response = await fetch(url, { headers, ...request }).catch(() => null);
    return response?.json().catch(() => null);
  };
  await read(first, "deposit-settings", { method: "PUT", body: JSON.stringify(DEPOSITS) });
  for (const { id, digest } of Object(await read(second, "proposals", {})).proposals ?? []) {
    const body = JSON.stringify({ digest, reason: "as proposed" });
    await read(second, `proposals/${id}/approve`, { method: "POST", body });
  }
  return Boolean(Object(await read(first, "deposit-settings", {})).settings);
}

/** Waits until nothing is under way any more, for as long as less and less of it is; tells what never came to an end. */
async function settle(stack: Stack, database: Database, operator: Person, random: () => number): Promise<string[]> {
  let fewest = Number.POSITIVE_INFINITY;
  let lastProgress = performance.now();
  for (;;) {
    await approveWaiting(stack, operator, random);
    const left = await countUnderWay(database).catch(() => null);
    if (left === 0) return [];
    if (left !== null && left < fewest) {
      fewest = left;
      lastProgress = performance.now();
    }
    if (performance.now() - lastProgress > SETTLE_TIMEOUT_MS)
      return [`${fewest} payments and deposits were still under way, and none came to an end for minutes`];
    await pause(200);
  }
}

async function countUnderWay(database: Database): Promise<number> {
  const status = { $in: ["pending", "approved", "crediting"] };
  const [paying, crediting] = await Promise.all([
    submissionCollection(database).countDocuments({ isReserving: true }),
    database.collection("cash_app_deposits").countDocuments({ status }),
  ]);
  return paying + crediting;
}

/** Waits until ingestion has come to the ledger that is the newest now, for as long as it comes nearer. */
async function untilKnown({ networkUrl }: Stack, database: Database): Promise<void> {
  const newest = await eventually(() => latestLedger(networkUrl), SETTLE_TIMEOUT_MS);
  let reached = 0;
  while (reached < newest)
    reached = await eventually(async () => {
      const ingested = await ingestedLedger(database, null).catch(() => 0);
      return ingested > reached && ingested;
    }, SETTLE_TIMEOUT_MS);
}

async function countWork(database: Database, { sends, setAside, claims, trades }: Work) {
  const submissions = submissionCollection(database);
  return {
    sends: sends.length,
    confirmed: await submissions.countDocuments({ kind: "send", state: "confirmed" }),
    refused: sends.filter(({ answer }) => answer !== null && "refusal" in answer).length,
    setAside: setAside.length,
    claims: claims.length,
    claimsRefused: claims.filter(({ answer }) => answer !== null && "refusal" in answer).length,
    claimed: await submissions.countDocuments({ kind: "claim", state: "confirmed" }),
    trades: trades.length,
    tradesRefused: trades.filter(({ answer }) => answer !== null && "refusal" in answer).length,
    traded: await submissions.countDocuments({ kind: { $in: ["trade", "swap"] }, state: "confirmed" }),
    credited: await database.collection("cash_app_deposits").countDocuments({ status: "credited" }),
  };
}
