import type { ClientSession } from "mongodb";
import { type AffiliateDay, type AffiliateWait, TOLD_DAYS } from "#schemas/affiliate.ts";
import type { RewardState } from "#schemas/affiliate-desk.ts";
import { DAY_SECONDS } from "#schemas/values/accrual.ts";
import { formatAmount, parseAmount, ZERO_AMOUNT } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { frozenAmong } from "./frozen.ts";
import { writeProgram } from "./programs.ts";
import {
  clickCollection,
  findProgram,
  payoutCollection,
  type ProgramDocument,
  programCollection,
  readTerms,
  rewardCollection,
} from "./store.ts";

/** Visits and sign-ups that are counted with one look. */
const MOST_COUNTED = 5000;
const DAY_MS = DAY_SECONDS * 1000;
/** Rewards that are looked at for one that waits for a frozen account. */
const MOST_LOOKED_AT = 200;

/**
 * Tells affiliates what their links came to: visits and sign-ups as they come, and what was earned once its day (UTC) is over, in sums, so that it cannot be told from them what a
 * friend did when. Of those whose sums changed it tells `most` at a time.
 */
export async function tellPrograms(runtime: Runtime, signal: AbortSignal, most: number): Promise<void> {
  const { database, clock } = runtime;
  const due = await programCollection(database)
    .find({ tellAt: { $lte: clock.now() } }, { projection: { _id: 0, id: 1 }, limit: most })
    .toArray();
  const [visited, joined] = [await clickedLately(runtime), await broughtLately(runtime)];
  for (const id of new Set([...due.map((each) => each.id), ...visited, ...joined])) {
    if (signal.aborted) return;
    await tellSafely(runtime, id);
  }
}

async function clickedLately({ database }: Runtime): Promise<readonly number[]> {
  const clicks = await clickCollection(database)
    .find({ isCounted: false }, { projection: { _id: 0, affiliateId: 1 }, limit: MOST_COUNTED })
    .toArray();
  return clicks.map(({ affiliateId }) => affiliateId);
}

async function broughtLately({ database }: Runtime): Promise<readonly number[]> {
  const places = await programCollection(database)
    .find({ isToldAbove: false }, { projection: { _id: 0, referrerId: 1 }, limit: MOST_COUNTED })
    .toArray();
  return places.flatMap(({ referrerId }) => referrerId ?? []);
}

async function tellSafely(runtime: Runtime, id: number): Promise<void> {
  try {
    await runtime.database.transaction((session) => tell(runtime, session, id));
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    await tellForged(runtime, `place ${id} in the affiliate programme`, { placeId: id });
    await programCollection(runtime.database).updateOne({ id }, { $unset: { tellAt: true } });
  }
}

async function tell(runtime: Runtime, session: ClientSession, id: number): Promise<void> {
  const { database, clock } = runtime;
  const program = await findProgram(database, { id }, session);
  if (!program) return;
  const today = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS);
  const clicks = await takeClicks(runtime, session, id);
  const signups = await takeSignups(runtime, session, id);
  const earned = await earnedByDay(runtime, session, id, today);
  const sums = await sumsOf(runtime, session, id, today);
  const last = await payoutCollection(database).findOne(
    { userId: program.userId, status: "paid" },
    { session, sort: { id: -1 } },
  );
  await programCollection(database).updateOne({ id }, { $unset: { tellAt: true } }, { session });
  await writeProgram(database, session, program, {
    clickCount: program.clickCount + total(clicks),
    signupCount: program.signupCount + total(signups),
    pendingReward: textOf((sums.get("pending") ?? 0n) + (sums.get("unpriced") ?? 0n)),
    payableReward: textOf(sums.get("payable")),
    payingReward: textOf(sums.get("paying")),
    totalEarned: textOf(sums.get("paid")),
    lastPayout: last?.payoutDate ?? null,
    waits: await whyWaiting(runtime, session, id, sums),
    days: daysOf(program, { clicks, signups, earned, today }),
  });
}

type ByDay = ReadonlyMap<string, number>;

function total(byDay: ByDay): number {
  return [...byDay.values()].reduce((sum, count) => sum + count, 0);
}

async function takeClicks({ database }: Runtime, session: ClientSession, affiliateId: number): Promise<ByDay> {
  const found = await clickCollection(database)
    .find({ affiliateId, isCounted: false }, { session, limit: MOST_COUNTED, projection: { day: 1 } })
    .toArray();
  await clickCollection(database).updateMany(
    { _id: { $in: found.map(({ _id }) => _id) } },
    { $set: { isCounted: true } },
    { session },
  );
  return countedBy(found.map(({ day }) => day));
}

async function takeSignups({ database }: Runtime, session: ClientSession, referrerId: number): Promise<ByDay> {
  const found = await programCollection(database)
    .find(
      { referrerId, isToldAbove: false },
      { session, limit: MOST_COUNTED, projection: { _id: 0, id: 1, joinedAt: 1 } },
    )
    .toArray();
  const ids = found.map(({ id }) => id);
  await programCollection(database).updateMany({ id: { $in: ids } }, { $set: { isToldAbove: true } }, { session });
  return countedBy(found.map(({ joinedAt }) => dayOf(joinedAt)));
}

function countedBy(days: readonly string[]): ByDay {
  return new Map([...Map.groupBy(days, (day) => day)].map(([day, each]) => [day, each.length]));
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

async function earnedByDay({ database }: Runtime, session: ClientSession, affiliateId: number, today: Date) {
  const since = new Date(today.getTime() - TOLD_DAYS * DAY_MS);
  const rows = await rewardCollection(database)
    .aggregate<{ readonly _id: string; readonly sum: string }>(
      [
        {
          $match: {
            affiliateId,
            at: { $gte: since, $lt: today },
            kind: { $ne: "reversal" },
            state: { $ne: "reversed" },
          },
        },
        { $match: { amount: { $ne: null } } },
        {
          $group: {
            _id: { $dateToString: { date: "$at", format: "%Y-%m-%d" } },
            sum: { $sum: { $toLong: "$amount" } },
          },
        },
        { $project: { sum: { $toString: "$sum" } } },
      ],
      { session },
    )
    .toArray();
  return new Map(rows.map(({ _id, sum }) => [_id, BigInt(sum)]));
}

async function sumsOf({ database }: Runtime, session: ClientSession, affiliateId: number, today: Date) {
  const rows = await rewardCollection(database)
    .aggregate<{ readonly _id: RewardState; readonly sum: string }>(
      [
        { $match: { affiliateId, $or: [{ at: { $lt: today } }, { state: { $in: ["paying", "paid"] } }] } },
        { $group: { _id: "$state", sum: { $sum: { $toLong: { $ifNull: ["$amount", "0"] } } } } },
        { $project: { sum: { $toString: "$sum" } } },
      ],
      { session },
    )
    .toArray();
  return new Map(rows.map(({ _id, sum }) => [_id, BigInt(sum)]));
}

function textOf(stroops = 0n): string {
  return formatAmount(stroops > 0n ? stroops : 0n);
}

async function whyWaiting(
  runtime: Runtime,
  session: ClientSession,
  affiliateId: number,
  sums: ReadonlyMap<RewardState, bigint>,
): Promise<AffiliateWait> {
  const { database } = runtime;
  const rewards = rewardCollection(database);
  const payable = await rewards.find({ affiliateId, state: "payable" }, { session, limit: MOST_LOOKED_AT }).toArray();
  if ((await frozenAmong(runtime, session, payable)).size > 0) return "frozen";
  const held = { affiliateId, state: { $in: ["pending", "payable"] as const }, "signals.0": { $exists: true } };
  if (await rewards.findOne(held, { session, projection: { _id: 1 } })) return "checked";
  const terms = await readTerms(database, session);
  const sum = sums.get("payable") ?? 0n;
  return terms && sum > 0n && sum < parseAmount(terms.minPayout) ? "below-minimum" : "";
}

interface Days {
  readonly clicks: ByDay;
  readonly signups: ByDay;
  readonly earned: ReadonlyMap<string, bigint>;
  readonly today: Date;
}

/** The days on which anything was, the latest first. */
function daysOf({ days }: ProgramDocument, { clicks, signups, earned, today }: Days): AffiliateDay[] {
  const since = dayOf(new Date(today.getTime() - TOLD_DAYS * DAY_MS));
  const known = new Map(days.map((each) => [each.day, each]));
  const all = new Set([...known.keys(), ...clicks.keys(), ...signups.keys(), ...earned.keys()]);
  return [...all]
    .filter((day) => day >= since)
    .toSorted((one, other) => (one < other ? 1 : -1))
    .map((day) => ({
      day,
      clicks: (known.get(day)?.clicks ?? 0) + (clicks.get(day) ?? 0),
      signups: (known.get(day)?.signups ?? 0) + (signups.get(day) ?? 0),
      earned: day < dayOf(today) ? textOf(earned.get(day)) : ZERO_AMOUNT,
    }));
}
