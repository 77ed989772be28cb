import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount } from "#schemas/values/money.ts";
import { depositCollection } from "#server/deposits/store.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { settleConfirmation } from "#server/platform/submissions/withdrawn.ts";
import { setDeposit } from "#tests/support/seals.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { Life } from "./mortal.ts";
import { openPayments, type Payments, type Wish } from "./payments.ts";
import { type Process, startProcess } from "./processes.ts";
import { keepRestored } from "#server/restored/keep-restored.ts";
import { openClaims } from "./claims.ts";
import { openTrades, type Trades } from "./trades.ts";
import { backUp, bringTo, confirm, passBounds, phaseOf, restore, restoring } from "./restored-world.ts";

const TURN_MS = 6000;
const MOST_TURNS = 40;
const EACH = 6;
const LOST = 12;
const FEW = 2;
let world: World;
let after: World | null = null;
let payments: Payments;
let trades: Trades;
let claim: () => Promise<Wish>;

beforeAll(async () => {
  world = await startWorld();
  payments = await openPayments(world);
  trades = await openTrades(world);
  claim = await openClaims(world);
}, 120_000);
afterAll(() => (after ?? world).stop());

/** What a process does about a wish without its worker: it is accepted, and nothing more. */
function acceptOnly(process: Process): Process {
  return { ...process, work: () => Promise.resolve() };
}

async function carryOut(wishes: readonly Wish[], process: Process): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const open: Wish[] = [];
    for (const wish of wishes) if (!(await isDone(wish))) open.push(wish);
    if (open.length === 0) return;
    for (const wish of open) await wish.carryOn(acceptOnly(process));
    await process.work();
    await world.close();
    world.clock.advance(TURN_MS);
  }
  throw new Error("what was wished did not come to its end");
}

async function isDone(wish: Wish): Promise<boolean> {
  const made = await wish.submissions();
  return made.length > 0 && made.every(({ isReserving }) => !isReserving) && (await wish.isBooked());
}

async function many(make: () => Promise<Wish>, count: number): Promise<Wish[]> {
  const made: Wish[] = [];
  while (made.length < count) made.push(await make());
  return made;
}

/** What the ledger says that each account of ours has. */
async function ledgerHoldings({ database, network }: World): Promise<ReadonlyMap<string, bigint>> {
  const addresses = await accountCollection(database).distinct("_id");
  const { accounts } = await network.holdings(addresses.map((address) => ({ address, assets: [] })));
  return new Map([...accounts].map(([address, { balance }]) => [address, balance]));
}

async function signatures(): Promise<number> {
  return world.database.collection("audit_log").countDocuments({ action: "sign" });
}

async function decide(wishes: readonly Wish[], status: "pending" | "approved"): Promise<void> {
  const { database } = after ?? world;
  for (const { amount } of wishes) {
    const deposit = await depositCollection(database).findOne({ xlmCredited: formatAmount(amount) });
    await setDeposit(database, deposit?.id ?? 0, { status });
  }
}

async function keyOf(wish: Wish): Promise<{ readonly userId: number; readonly idempotencyKey: string }> {
  const [made] = await wish.submissions();
  if (!made) throw new Error("nothing came of it");
  return { userId: made.userId, idempotencyKey: made.idempotencyKey };
}

test("set back to a backup, nothing is paid twice, and nothing that was owed is forgotten", async () => {
  const first = startProcess(world, new Life());
  const settled = [...(await many(payments.send, EACH)), ...(await many(payments.deposit, EACH))];
  await carryOut(settled, first);
  // Accepted only; on its way to a ledger; approved, and not begun.
  const accepted = await many(payments.send, EACH);
  for (const wish of accepted) await wish.carryOn(acceptOnly(first));
  const owed = await many(payments.deposit, EACH);
  const undecided = owed.slice(4);
  await decide(undecided, "pending");
  for (const wish of owed.slice(0, 2)) await wish.carryOn(acceptOnly(first));
  const sent = await many(payments.bumped, EACH);
  for (const wish of sent) await wish.carryOn(acceptOnly(first));
  await first.work();
  const neverSent = await payments.send();
  const givenUp = await payments.send();
  for (const wish of [neverSent, givenUp]) await wish.carryOn(acceptOnly(first));
  const backup = await backUp(world);

  // What went on, and is known to nobody afterwards but to the ledger and to devices.
  const givenKey = await keyOf(givenUp);
  await submissionCollection(world.database).deleteMany(givenKey);
  await carryOut([...accepted, ...owed.slice(0, 4), ...sent, neverSent], first);
  const lost = [
    ...(await many(payments.send, LOST)),
    ...(await many(payments.bumped, EACH)),
    ...(await many(trades.order, FEW)),
    await trades.swap(),
    ...(await many(claim, FEW)),
  ];
  await carryOut(lost, first);
  const lostMade = (await Promise.all(lost.map((wish) => wish.submissions()))).flat();
  const lostKeys = await Promise.all(lost.map(keyOf));
  const paidUntil = await ledgerHoldings(world);
  const openKeys = await Promise.all([...accepted, ...sent, neverSent].map(keyOf));

  after = await restore(world, backup);
  const second = startProcess(after, new Life());
  const signed = await signatures();
  await bringTo(after, "reading", () => second.work());
  for (let turn = 0; turn < 4; turn += 1) {
    for (const wish of owed) await wish.carryOn(acceptOnly(second));
    await second.work();
    await keepRestored(restoring(after));
    await world.close();
  }
  await expect(settleConfirmation(after.runtime, lostKeys[0] ?? givenKey, [])).rejects.toThrow("set back to a backup");
  expect(await phaseOf(after)).toBe("reading");
  await passBounds(world);
  await bringTo(after, "confirming", () => second.work());
  expect(await signatures()).toBe(signed);
  expect(await ledgerHoldings(after)).toEqual(paidUntil);

  for (const { idempotencyKey } of openKeys)
    expect(await submissionCollection(after.database).findOne({ idempotencyKey })).toMatchObject({
      state: "confirmed",
    });
  for (const key of lostKeys)
    expect((await settleConfirmation(after.runtime, key, [])).submission).toMatchObject({ state: "confirmed" });
  // Orders, what filled them and what was claimed are there as the ledger has them.
  for (const [index, wish] of lost.entries()) {
    const made = lostMade[index];
    if (made) await wish.checkDoneOnce?.(made, `${made.kind} after the restore`);
  }
  await confirm(after);
  // Devices repeat what they confirmed, and the house pays what it owes.
  for (const wish of [...accepted, neverSent]) await wish.carryOn(acceptOnly(second));
  await decide(undecided, "approved");
  await carryOut(owed, second);
  const now = await ledgerHoldings(after);
  const unpaid = undecided.reduce((sum, { amount }) => sum + amount, 0n);
  const [payee] = owed.map(({ to }) => to);
  expect((now.get(payee ?? "") ?? 0n) - (paidUntil.get(payee ?? "") ?? 0n)).toBe(unpaid);
  expect(await submissionCollection(after.database).findOne(givenKey)).toMatchObject({ state: "failed" });
  for (const { _id, balance } of await accountCollection(after.database).find().toArray())
    expect([_id, balance]).toEqual([_id, String(now.get(_id) ?? 0n)]);
}, 600_000);
