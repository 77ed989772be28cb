import { expect } from "vitest";
import { readTerms, RUN_KIND, runCollection, signalCollection, SIGNALS } from "#server/affiliate/store.ts";
import { findProgram, REWARD_KIND, rewardCollection, REWARDS } from "#server/affiliate/store.ts";
import { bindReferral, join } from "#server/affiliate/programs.ts";
import { writeTerms } from "#server/affiliate/terms.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { type Person, type Scene, secondOperator } from "./money-scenes.ts";
import { listAt } from "./spending.ts";

export const AFFILIATE_TERMS = {
  rewardType: "percent" as const,
  levels: ["20"],
  minPayout: "1",
  payoutSchedule: "manual" as const,
  holdDays: 14,
  assetCode: "XLM",
  issuer: "",
  active: true,
  fourEyesAbove: "1000",
};

/** Opens the programme without an operator. */
export async function openProgramme({ database }: Pick<Runtime, "database">): Promise<void> {
  await database.transaction(async (session) => {
    const stored = await readTerms(database, session);
    await writeTerms(database, session, stored, {
      ...AFFILIATE_TERMS,
      rewardAsset: "USD",
      rewardValue: "20",
      commissionLevels: 1,
      version: (stored?.version ?? 0) + 1,
      nextPayoutDate: null,
    });
  });
}

interface Planted {
  readonly userId: number;
  readonly referredUserId: number;
  /** Dollars. */
  readonly amount?: bigint;
  readonly isSignalled?: boolean;
}

let planted = 0;

/** A reward that can be paid, of two people who never did anything; held by a signal where it is said. */
export async function plantReward(
  runtime: Runtime,
  { userId, referredUserId, amount = 2n, isSignalled = false }: Planted,
): Promise<{ readonly rewardId: number; readonly signalId: number }> {
  const { database, clock } = runtime;
  const { affiliateCode: code } = await join(runtime, userId);
  const affiliate = await findProgram(database, { userId }, null);
  const bound = await findProgram(database, { userId: referredUserId }, null);
  if (!bound)
    await database.transaction((session) => bindReferral(runtime, session, referredUserId, { code, clickId: "" }));
  const referred = await findProgram(database, { userId: referredUserId }, null);
  if (!affiliate || !referred) throw new Error("nobody has a place");
  planted += 1;
  const pair = { affiliateId: affiliate.id, userId, referredId: referred.id, referredUserId };
  return database.transaction(async (session) => {
    const row = {
      id: await database.nextIds(session, REWARDS, 1),
      kind: "fee" as const,
      eventId: `planted ${planted} ${clock.now().getTime()}`,
      level: 1,
      ...pair,
      through: [referred.id, affiliate.id],
      fee: "100000000",
      ...NATIVE,
      value: "20",
      version: 1,
      amount: String(amount * 10_000_000n),
      at: clock.now(),
      heldUntil: clock.now(),
      state: "payable" as const,
      signals: isSignalled ? (["device"] as const) : [],
      cover: "0",
      isCovered: true,
      payoutId: null,
      reason: "",
    };
    await rewardCollection(database).insertOne({ ...row, seal: sealRow(database, REWARD_KIND, row) }, { session });
    const id = isSignalled ? await database.nextIds(session, SIGNALS, 1) : 0;
    const signal = { id, ...pair, kind: "device" as const, detail: "", at: clock.now(), state: "open" as const };
    const where = { affiliateId: affiliate.id, referredId: referred.id, kind: "device" as const };
    if (isSignalled) await signalCollection(database).replaceOne(where, signal, { session, upsert: true });
    return { rewardId: row.id, signalId: id };
  });
}

/** Ends whatever is being paid, so that payouts can be begun. */
export async function endRuns({ database }: Pick<Runtime, "database">): Promise<void> {
  for (const run of await runCollection(database).find({ state: "paying" }).toArray())
    await runCollection(database).updateOne(
      { id: run.id },
      { $set: { state: "done", seal: sealRow(database, RUN_KIND, { ...run, state: "done" }) } },
    );
}

/** Two operators open the programme; somebody gets a link and names it; operators look, let go, take back and pay. */
export async function payAffiliateRewards({ app, drive }: Scene, person: Person, operator: Person): Promise<void> {
  const { runtime, database } = app;
  const agree = await secondOperator({ app, drive });
  await agree(await drive("setAffiliateTerms", operator, { body: { ...AFFILIATE_TERMS, reason: "agreed" } }));
  const less = { ...AFFILIATE_TERMS, levels: ["10"], reason: "less" };
  expect((await drive("setAffiliateTerms", operator, { body: less })).status).toBe(200);
  await listAt(database, NATIVE, { usd: "0.25", xlm: "1" });
  expect((await drive("joinAffiliate", person)).status).toBe(200);
  const named = await drive("renameAffiliateCode", person, { body: { code: "stars-of-mine" } });
  expect(named.body.referralLink).toBe("/r/stars-of-mine");
  const { id: userId } = (await drive("user", person)).body;
  const held = await plantReward(runtime, { userId, referredUserId: 777_001, isSignalled: true });
  const taken = await plantReward(runtime, { userId, referredUserId: 777_002 });
  await drive("affiliateDesk", operator);
  expect((await drive("affiliateRewards", operator, { query: "?show=payable" })).body.rewards).toHaveLength(2);
  const because = { reason: "looked at" };
  for (const [name, id] of [
    ["dismissAffiliateSignal", held.signalId],
    ["reverseAffiliateReward", taken.rewardId],
  ] as const)
    expect((await drive(name, operator, { params: String(id), body: because })).status, name).toBe(200);
  await listAt(database, NATIVE, { usd: "0.25", xlm: "1" });
  const begun = await drive("payAffiliates", operator, { body: because });
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
}
