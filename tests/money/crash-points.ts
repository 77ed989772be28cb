import assert from "node:assert/strict";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { steer } from "#tests/support/embedded.ts";
import type { World } from "#tests/support/world.ts";
import { DeadError, type Fate, Life, type Moment } from "./mortal.ts";
import type { Wish } from "./payments.ts";
import { type Process, startProcess } from "./processes.ts";

/** Fates at those moments alone that can make a difference. */
export const DEATHS = { kind: "dies", counts: changesSomething } as const;
export const STANDSTILLS = { kind: "stands still", counts: actsOnWhatItRead } as const;
/** Fates at every moment that there is; what stands still within a transaction has to be waited for. */
export const ALL_DEATHS = { kind: "dies", counts: () => true } as const;
export const ALL_STANDSTILLS = {
  kind: "stands still",
  counts: ({ isInTransaction }: Moment) => !isInTransaction,
} as const;

/** Counts of the network's own faults while a payment is made, and how late the next process comes, by the ledger's clock. */
export interface Circumstances {
  readonly faults?: Readonly<Partial<Record<"accept-then-504" | "not-found", number>>>;
  /** Whether, before another process comes, the bounds of all that was signed pass: in the ledger after the next, or in the next. */
  readonly isLate?: "after a ledger" | "before a ledger";
}

/** Moments after which what is stored, or known to the network, differs: every other one is the same to whoever comes next. */
function changesSomething({ when, isEffect }: Moment): boolean {
  return when === "after" && isEffect;
}

/** Moments before a process acts on what it read: who stood still there acts on what is long past. */
function actsOnWhatItRead({ when, isEffect }: Moment): boolean {
  return when === "before" && isEffect;
}

const MOST_TURNS = 60;
/** More than a copy rests before it is sent again. */
const TURN_MS = 6000;
/** More than an envelope is valid. */
const LATE_SECONDS = 300;
/** An account's own fee, or its channel's, for one operation. */
const FEE = 100n;

/**
 * Lets a process meet its fate at each moment that counts, one after another, until one lives to the end without; another
 * process carries on, and one that stood still goes on after that. Each payment is made exactly once. Answers with the
 * moments.
 */
export async function meetFateEverywhere(
  world: World,
  make: () => Promise<Wish>,
  fate: Omit<Fate, "at">,
  circumstances: Circumstances = {},
): Promise<string[]> {
  const moments: string[] = [];
  for (;;) {
    const wish = await make();
    const before = await holdingsOf(world, wish);
    const life = new Life({ ...fate, at: moments.length + 1 });
    await setFaults(world, circumstances.faults ?? {});
    const first = startProcess(world, life);
    const turns = live(world, wish, first, life);
    await Promise.race([turns, life.stood]);
    if (life.metAt !== null) {
      await passTime(world, circumstances);
      await live(world, wish, startProcess(world, new Life()), null);
    }
    life.wake();
    await turns;
    await setFaults(world, {});
    await checkMadeOnce(world, wish, before, `${fate.kind} ${life.metAt ?? "never"} (${moments.length + 1})`);
    if (life.metAt === null) return moments;
    moments.push(life.metAt);
  }
}

/** A process works on, with ledgers closing, until the payment is done or the process is dead. */
async function live(world: World, wish: Wish, process: Process, life: Life | null): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    try {
      await wish.carryOn(process);
    } catch (error) {
      if (error instanceof DeadError) return;
      throw error;
    }
    await world.close();
    world.clock.advance(TURN_MS);
    if (await isDone(wish)) break;
  }
  // Whoever stood still has one more look at what others finished meanwhile.
  if (life !== null && life.metAt !== null) await wish.carryOn(process);
}

async function isDone(wish: Wish): Promise<boolean> {
  const made = await wish.submissions();
  return made.length > 0 && made.every(({ isReserving }) => !isReserving) && (await wish.isBooked());
}

async function setFaults({ stellar }: World, faults: NonNullable<Circumstances["faults"]>): Promise<void> {
  await steer(stellar, "/faults", faults);
}

const lateness = new WeakMap<World, number>();

async function passTime(world: World, { isLate }: Circumstances): Promise<void> {
  if (isLate === undefined) return;
  if (isLate === "after a ledger") await world.close();
  const offset = (lateness.get(world) ?? 0) + LATE_SECONDS;
  lateness.set(world, offset);
  await steer(world.stellar, "/time", { offset });
  await world.close();
}

interface Holdings {
  readonly from: bigint;
  readonly to: bigint;
}

async function holdingsOf({ network }: World, { from, to }: Wish): Promise<Holdings> {
  const { accounts } = await network.holdings([from, to].map((address) => ({ address, assets: [] })));
  return { from: accounts.get(from)?.balance ?? 0n, to: accounts.get(to)?.balance ?? 0n };
}

async function checkMadeOnce(world: World, wish: Wish, before: Holdings, where: string): Promise<void> {
  const [made, ...others] = await wish.submissions();
  assert.equal(others.length, 0, where);
  const isPaid = wish.isGivenUp !== true || made?.state !== "failed";
  assert.equal(made?.state, isPaid ? "confirmed" : "failed", where);
  assert.equal(made.isReserving, false, where);
  assert.equal(await wish.isBooked(), true, where);
  if (wish.checkDoneOnce) return wish.checkDoneOnce(made, where);
  const after = await holdingsOf(world, wish);
  assert.equal(after.to - before.to, isPaid ? wish.amount : 0n, where);
  const fee = made.viaChannel || made.feePayer !== null ? 0n : FEE;
  assert.equal(before.from - after.from, isPaid ? wish.amount + fee : 0n, where);
  const accounts = accountCollection(world.database);
  assert.equal(await accounts.countDocuments({ inFlight: { $ne: null } }), 0, where);
  assert.equal((await accounts.findOne({ _id: wish.from }))?.balance, String(after.from), where);
  assert.equal((await accounts.findOne({ _id: wish.to }))?.balance, String(after.to), where);
  const rows = await world.database
    .collection("transactions")
    .find({ hash: made.attempt?.hash ?? "" })
    .toArray();
  assert.equal(rows.filter(({ userId }) => userId === wish.payee).length, isPaid ? 1 : 0, where);
}
