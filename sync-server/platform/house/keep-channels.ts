import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { budgetRoom } from "./daily-budgets.ts";
import { houseAccount, type MakeKey, makeOwnAccount } from "./accounts.ts";

/** What a channel has for fees when it is full, and below which it is filled up, in stroops: thousands of payments. */
const FULL_STROOPS = 20_000_000n;
const LOW_STROOPS = 5_000_000n;
const RESERVE_STROOPS = 2n * BASE_RESERVE_STROOPS;
/** Channels made or filled in one transaction; the network takes 100 operations at most. */
const AT_ONCE = 20;

/**
 * Makes channel accounts until there are `wanted`, and fills up those that run low, from the treasury's money: one
 * submission at a time, so that none is paid for twice. Answers whether a submission was made.
 */
export async function keepChannels(
  runtime: Runtime,
  makeKey: MakeKey,
  wanted: number,
  feeBid: bigint,
): Promise<boolean> {
  const { database } = runtime;
  const treasury = await houseAccount(database, "treasury", null);
  if (!treasury?.exists || (await isUnderWay(runtime, null))) return false;
  const channels = await accountCollection(database)
    .find({ role: "channel" }, { sort: { _id: 1 } })
    .toArray();
  const missing = channels.filter(({ exists }) => !exists);
  const low = channels.filter(isLow);
  if (missing.length === 0 && channels.length < wanted) {
    await makeKeys(runtime, makeKey, Math.min(wanted - channels.length, AT_ONCE));
    return keepChannels(runtime, makeKey, wanted, feeBid);
  }
  const steps = [...missing.map(creationOf(treasury._id)), ...low.map(topUpOf(treasury._id))].slice(0, AT_ONCE);
  return steps.length > 0 && submitSteps(runtime, treasury._id, steps, feeBid);
}

function isLow(channel: AccountDocument): boolean {
  return channel.exists && spendableOf(channel, NATIVE, new Map()) < LOW_STROOPS;
}

/** How many channels there are on the network, and how many of them have to be filled up. */
export async function countChannels(database: Database): Promise<{ readonly ready: number; readonly low: number }> {
  const ready = await accountCollection(database).find({ role: "channel", exists: true }).toArray();
  return { ready: ready.length, low: ready.filter(isLow).length };
}

async function isUnderWay({ database }: Pick<Runtime, "database">, session: ClientSession | null): Promise<boolean> {
  const open = await submissionCollection(database).findOne(
    { userId: HOUSE_USER, kind: "house", isReserving: true, idempotencyKey: /^channels-/ },
    inSession(session),
  );
  return open !== null;
}

function makeKeys({ database }: Runtime, makeKey: MakeKey, count: number): Promise<void> {
  return database.transaction(async (session) => {
    for (let made = 0; made < count; made += 1) await makeOwnAccount(database, makeKey, session, "channel");
  });
}

function creationOf(source: string) {
  return ({ _id: to }: AccountDocument): Step => ({
    type: "create_account",
    source,
    to,
    amount: String(RESERVE_STROOPS + FULL_STROOPS),
  });
}

function topUpOf(source: string) {
  return ({ _id: to }: AccountDocument): Step => ({
    type: "payment",
    source,
    to,
    ...NATIVE,
    amount: String(FULL_STROOPS),
  });
}

function submitSteps(
  { database, clock }: Runtime,
  address: string,
  wanted: readonly Step[],
  feeBid: bigint,
): Promise<boolean> {
  return database.transaction(async (session) => {
    const treasury = await takeAccount(database, session, address);
    if (!treasury?.exists) return false;
    // What was decided before this account was taken may have been decided by somebody else as well.
    if (await isUnderWay({ database }, session)) return false;
    // As many as the day's budget has room for: channels carry all that the house pays.
    const room = await budgetRoom({ database, clock }, session, "treasury", NATIVE);
    const steps = within(wanted, feeBid, room);
    const { fee, amount } = costOf(steps, feeBid);
    if (steps.length === 0) return false;
    if (spendableOf(treasury, NATIVE, await reservationsOf(database, session, address)) < amount) return false;
    // One at a time: the number before is that of the last submission for channels, whose end this one waited for.
    const former = await submissionCollection(database).countDocuments(
      { userId: HOUSE_USER, idempotencyKey: /^channels-/ },
      { session },
    );
    await insertSubmission({ database, clock }, session, {
      userId: HOUSE_USER,
      idempotencyKey: `channels-${former + 1}`,
      fingerprint: "",
      kind: "house",
      account: address,
      steps,
      memo: "",
      holds: [{ ...NATIVE, amount: String(amount) }],
      fee: String(fee),
      feePayer: null,
      viaChannel: false,
    });
    return true;
  });
}

function costOf(steps: readonly Step[], feeBid: bigint): { readonly fee: bigint; readonly amount: bigint } {
  const fee = feeBid * BigInt(steps.length);
  return { fee, amount: steps.reduce((sum, step) => sum + ("amount" in step ? BigInt(step.amount) : 0n), fee) };
}

/** The first steps that come to no more than there is room for; null is room for all. */
function within(steps: readonly Step[], feeBid: bigint, room: bigint | null): readonly Step[] {
  if (room === null || costOf(steps, feeBid).amount <= room) return steps;
  return within(steps.slice(0, -1), feeBid, room);
}
