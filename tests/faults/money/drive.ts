import { Keypair } from "@stellar/stellar-sdk";
import type { Document } from "mongodb";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { HousePurpose } from "#server/platform/house/accounts.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { gapCollection } from "#server/platform/ingest/gap-store.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually } from "#tests/support/app.ts";
import { letGo, openProgramme, payNowAndThen } from "./affiliates.ts";
import { findProblems } from "./checks.ts";
import { openDesk } from "./open-desk.ts";
import { openGifts } from "./gifts.ts";
import { sendIdentities } from "./identities.ts";
import { latestLedger } from "./ledger.ts";
import { setMoneyAside } from "./outsider.ts";
import { hireCrew } from "./crew.ts";
import { type Decision, tally } from "./decisions.ts";
import { decideAlong, decideTheRest, type Desk } from "./operator-acts.ts";
import { aPerson, type Person } from "./people.ts";
import { pause } from "./link-proxy.ts";
import { seededRandom } from "./random.ts";
import { type Stack, startStack } from "./stack.ts";
import { makeTrouble, type TroubleCount } from "./trouble.ts";
import { claimSome } from "./claims.ts";
import { doWork, type Work } from "./workload.ts";

/** How far the people and the trouble have come. */
export interface SoFar {
  readonly ms: number;
  readonly trouble: TroubleCount;
  readonly work: Work;
  readonly decisions: readonly Decision[];
}

export interface DriveOptions {
  /** Whether what happened suffices; asked until it does. */
  readonly isEnough: (soFar: SoFar) => boolean;
  readonly seed: number;
  readonly people: number;
  /** How many people act at the same time. */
  readonly hands: number;
  /** How many operators do. */
  readonly deciders: number;
  /** Whether operators also find out about payments that no ledger has, which takes as long as an envelope is good for. */
  readonly isPatient?: boolean;
  readonly closeIntervalMs?: number;
  /** Ledgers that the network's RPC remembers: who is away for longer finds a gap. */
  readonly retainLedgers?: number;
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
  /** How many gaps were left and filled from the network's history. */
  readonly gaps: number;
  /** How often operators decided what, and what came of it. */
  readonly decided: ReadonlyMap<string, number>;
}

const SETTLE_TIMEOUT_MS = 240_000;

/** Lets people pay each other, and operators decide, while everything is killed, cut off and held up; then looks at what came of it. */
export async function drive(options: DriveOptions): Promise<DriveResult> {
  const { isEnough, seed, hands, deciders, isPatient = false, say = () => undefined } = options;
  const random = seededRandom(seed);
  const stack = await startStack(options.closeIntervalMs ?? 500, options.retainLedgers ?? 120);
  const database = await openDatabase(stack.mongoUrl, "astrolabe", 60_000);
  try {
    const affiliate = await aPerson(stack, random);
    const people: Person[] = [affiliate];
    const crew = await hireCrew(stack, database, random);
    const desk: Desk = { stack, database, random, people, crew, decisions: [], isPatient };
    await openDesk(desk);
    const referral = await openProgramme(desk, crew, affiliate);
    while (people.length < options.people)
      people.push(...(await Promise.all(Array.from({ length: 5 }, () => aPerson(stack, random, referral)))));
    await sendIdentities(stack, random, people);
    say(`${people.length} people are there, and ${crew.all.length} operators`);

    const giver = Keypair.random();
    const traded = `FLT-${giver.publicKey()}`;
    const work: Work = {
      sends: [],
      deposits: [],
      setAside: [],
      strayed: [],
      gifts: [],
      claims: [],
      trades: [],
      stakes: [],
      traded,
      fees: { id: 0, name: "fees", cookie: "", address: await houseOf(database, "fees") },
    };
    const trouble: TroubleCount = new Map();
    const beganMs = performance.now();
    const { decisions } = desk;
    const isOver = () => isEnough({ ms: performance.now() - beganMs, trouble, work, decisions });
    const giving = setMoneyAside(
      stack,
      giver,
      random,
      { people, treasury: await houseOf(database, "treasury"), ...work },
      isOver,
    );
    const working = Promise.all(Array.from({ length: hands }, () => doWork(stack, people, random, work, isOver)));
    const deciding = Promise.all([decideAlong(desk, deciders, isOver), payNowAndThen(stack, crew, random, isOver)]);
    const give = await openGifts(stack, random, people, work.gifts);
    await makeTrouble(stack, random, trouble, isOver, give);
    say("the trouble is over");
    await Promise.all([working, giving, deciding]);
    await untilKnown(stack, database);
    say("everything that happened is known");
    // What is left to claim is claimed at once by many, some of it twice.
    await Promise.all(Array.from({ length: hands }, () => claimSome(stack, random, work.setAside, work.claims)));
    const unsettled = await settle(desk);
    say("nothing is under way any more");
    await untilKnown(stack, database);
    const problems = [...unsettled, ...(await findProblems(desk, work))];
    return { problems, trouble, decided: tally(decisions), ...(await countWork(database, work)) };
  } finally {
    await database.close();
    await stack.stop();
  }
}

/** The address of an account of the house, once it has one. */
export async function houseOf(database: Database, purpose: HousePurpose): Promise<string> {
  const houses = database.collection<{ readonly _id: string; readonly address: string }>("house_accounts");
  return (await eventually(() => houses.findOne({ _id: purpose }), 60_000)).address;
}

/** Has all be decided, and waits until nothing is under way any more, for as long as less and less of it is; tells what never ended. */
async function settle(desk: Desk): Promise<string[]> {
  let fewest = Number.POSITIVE_INFINITY;
  let lastProgress = performance.now();
  for (;;) {
    await decideTheRest(desk);
    await letGo(desk.stack, desk.crew, desk.random);
    const left = await underWay(desk).catch(() => null);
    const count = left?.reduce((sum, each) => sum + each.count, 0) ?? fewest;
    if (count === 0) return [];
    if (count < fewest) {
      fewest = count;
      lastProgress = performance.now();
    }
    if (performance.now() - lastProgress > SETTLE_TIMEOUT_MS)
      return [`still under way, and for minutes none came to an end: ${JSON.stringify(left)}`];
    await pause(200);
  }
}

interface UnderWay {
  readonly name: string;
  readonly count: number;
  readonly first: Document | null;
}

/** What has not come to an end, by its collection, with the first of it. */
async function underWay({ database, people, crew }: Desk): Promise<readonly UnderWay[]> {
  const open = [
    ["submissions", { isReserving: true }],
    ["cash_app_deposits", { status: { $in: ["pending", "approved", "crediting"] } }],
    ["proposals", { isOpen: true }],
    ["suspense_items", { isSettled: false }],
    ["user_security", { _id: { $in: [...people, ...crew.all].map(({ id }) => id) }, isFrozen: true }],
    ["kyc_verifications", { status: "pending" }],
    ["user_stakes", { $or: [{ status: { $in: ["pending", "withdrawing"] } }, { claimId: { $gt: 0 } }] }],
    ["affiliate_events", { isBooked: false }],
    ["affiliate_rewards", { state: { $in: ["unpriced", "pending", "paying"] } }],
    ["affiliate_payouts", { status: "paying" }],
    ["affiliate_runs", { state: "paying" }],
    ["audit_pending", {}],
  ] as const;
  const found = await Promise.all(
    open.map(async ([name, filter]) => {
      const collection = database.collection<Document>(name);
      const count = await collection.countDocuments(filter as Document);
      return { name, count, first: count === 0 ? null : await collection.findOne(filter as Document) };
    }),
  );
  return found.filter(({ count }) => count > 0);
}

/** Waits until ingestion has come to the ledger that is the newest now, for as long as it comes nearer, and every gap before it is filled. */
export async function untilKnown({ networkUrl }: Pick<Stack, "networkUrl">, database: Database): Promise<void> {
  const newest = await eventually(() => latestLedger(networkUrl), SETTLE_TIMEOUT_MS);
  let reached = 0;
  while (reached < newest)
    reached = await eventually(async () => {
      const ingested = await ingestedLedger(database, null).catch(() => 0);
      return ingested > reached && ingested;
    }, SETTLE_TIMEOUT_MS);
  const isOpen = () => gapCollection(database).findOne({ state: "open", last: { $lte: newest } });
  await eventually(async () => (await isOpen().catch(() => true)) === null, SETTLE_TIMEOUT_MS);
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
    gaps: await gapCollection(database).countDocuments({ state: "filled" }),
    credited: await database.collection("cash_app_deposits").countDocuments({ status: "credited" }),
  };
}
