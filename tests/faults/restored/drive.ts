import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#server/platform/db/database.ts";
import { untilKnown } from "#tests/faults/money/drive.ts";
import { seededRandom } from "#tests/faults/money/random.ts";
import { startStack } from "#tests/faults/money/stack.ts";
import { eventually } from "#tests/support/app.ts";
import { acceptedSoFar, type Amounts, type Business, carryOn, openBusiness } from "./business.ts";
import { findProblems } from "./check-restored.ts";
import { backUp } from "./commands.ts";
import { checkDevices, confirmAgain, declareAgain, openDevices } from "./devices.ts";
import { setBack, type Times } from "./set-back.ts";

export interface RestoredOptions {
  readonly seed: number;
  readonly people: number;
  /** What is accepted before the backup and, once it signs again, after the restore; and what is between both, and lost. */
  readonly around: Amounts;
  readonly lost: Amounts;
  /** Whether what was signed is waited for as long as it holds, as in use. */
  readonly waits: boolean;
  readonly closeIntervalMs?: number;
  readonly say?: (line: string) => void;
}

export interface RestoredResult {
  readonly problems: readonly string[];
  /** What was accepted between the backup and the restore. */
  readonly lost: Amounts;
  /** Deposits that were declared again. */
  readonly declaredAgain: number;
  readonly times: Times & { readonly backup: number };
}

const SETTLE_MS = 300_000;

/**
 * People pay, deposit, trade and claim; a backup is made meanwhile; they go on; both servers are killed, and the database is set back to the
 * backup. Then everybody comes back, and everything is compared with what the ledger holds.
 */
export async function drive({
  seed,
  people,
  around,
  lost,
  waits,
  ...options
}: RestoredOptions): Promise<RestoredResult> {
  const { closeIntervalMs = 500, say = () => undefined } = options;
  const stack = await startStack(closeIntervalMs);
  const database = await openDatabase(stack.mongoUrl, "astrolabe", 60_000);
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-set-back-"));
  const kept = { folder, key: randomBytes(32).toString("hex") };
  try {
    const business = await openBusiness(stack, database, seededRandom(seed), people);
    await carryOn(business, around);
    say("people are there, and know what to do");
    let isMade = false;
    const making = backUp(stack, kept).finally(() => {
      isMade = true;
    });
    const [backup] = await Promise.all([making, carryOn(business, NOTHING, () => isMade)]);
    say("a backup was made while they went on");

    const before = acceptedSoFar(business);
    await carryOn(business, lost);
    const done = minus(acceptedSoFar(business), before);
    say(`${spell(done)} were accepted since`);
    const devices = await openDevices(business);
    const problems: string[] = [];
    const times = await setBack(business, kept, waits, problems);
    say("the database was set back, read and compared, and signs");
    problems.push(...(await checkDevices(business, devices)));
    problems.push(...(await confirmAgain(business)));
    const declaredAgain = await declareAgain(business);
    say("every device has asked after all that it knew of");
    await carryOn(business, around);
    await settled(business);
    await untilKnown(stack, database);
    problems.push(...(await findProblems(business)));
    return { problems, lost: done, declaredAgain, times: { ...times, backup } };
  } finally {
    await database.close();
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const NOTHING: Amounts = { payments: 0, deposits: 0, trades: 0, claims: 0 };

function minus(all: Amounts, some: Amounts): Amounts {
  return {
    payments: all.payments - some.payments,
    deposits: all.deposits - some.deposits,
    trades: all.trades - some.trades,
    claims: all.claims - some.claims,
  };
}

/** What was accepted, in words. */
export function spell({ payments, deposits, trades, claims }: Amounts): string {
  return `${payments} payments, ${deposits} deposits, ${trades} orders and swaps, ${claims} claims`;
}

/** Waits until nothing is under way; has what waits for operators decided. */
async function settled(business: Business): Promise<void> {
  await declareAgain(business);
  const open = () => business.database.collection("submissions").countDocuments({ isReserving: true });
  await eventually(async () => (await open()) === 0, SETTLE_MS);
}
