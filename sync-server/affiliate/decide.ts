import { AppError } from "#schemas/errors.ts";
import { noteOperatorAction, refuseOwn } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellBy } from "./programs.ts";
import { putRewards } from "./rewards.ts";
import { REWARD_KIND, rewardCollection, type RewardDocument, REWARDS, signalCollection, UNPAID } from "./store.ts";

interface Decision {
  readonly operatorId: number;
  readonly id: number;
  readonly reason: string;
}

/** Lets go what a signal holds, and what comes of the same later. Throws `affiliate-signal-unknown`, `operator-own`, `operator-frozen`. */
export async function dismissSignal(
  runtime: Runtime,
  { operatorId, id, reason }: Decision,
): Promise<{ readonly id: number }> {
  const { database, clock } = runtime;
  await database.transaction(async (session) => {
    const signal = await signalCollection(database).findOne({ id, state: "open" }, { session });
    if (!signal) throw new AppError("affiliate-signal-unknown");
    const { kind, affiliateId, referredId, userId, referredUserId } = signal;
    refuseOwn(operatorId, userId);
    refuseOwn(operatorId, referredUserId);
    const change = { before: { signal: id, kind, state: "open" }, after: { signal: id, kind, state: "dismissed" } };
    const details = `${kind} of user ${referredUserId}`;
    await noteOperatorAction(runtime, session, {
      operatorId,
      action: "dismiss-signal",
      userId,
      reason,
      details,
      change,
    });
    await signalCollection(database).updateOne({ id }, { $set: { state: "dismissed" } }, { session });
    const held = await rewardCollection(database)
      .find({ affiliateId, referredId, state: { $in: [...UNPAID] }, signals: kind }, { session })
      .toArray();
    await putRewards(runtime, session, held, ({ signals }) => ({ signals: signals.filter((each) => each !== kind) }));
    await tellBy(database, session, [affiliateId], clock.now());
  });
  return { id };
}

/**
 * Takes a reward back, by a row below nothing: of one that was paid, the next payouts are less by it. Throws `affiliate-reward-unknown`, `affiliate-reward-moves`,
 * `affiliate-reward-over`, `operator-own`, `operator-frozen`.
 */
export async function reverseReward(
  runtime: Runtime,
  { operatorId, id, reason }: Decision,
): Promise<{ readonly id: number }> {
  const { database, clock } = runtime;
  await database.transaction(async (session) => {
    const rewards = rewardCollection(database);
    const reward = await rewards.findOne({ id, kind: { $ne: "reversal" } }, { session });
    if (!reward) throw new AppError("affiliate-reward-unknown");
    refuseOwn(operatorId, reward.userId);
    refuseOwn(operatorId, reward.referredUserId);
    if (reward.state === "paying") throw new AppError("affiliate-reward-moves");
    const eventId = `reward ${id}`;
    if (reward.state === "reversed" || (await rewards.findOne({ eventId }, { session })))
      throw new AppError("affiliate-reward-over");
    const { userId, amount, state } = reward;
    const change = { before: { reward: id, state, amount }, after: { reward: id, state: "reversed" } };
    const details = `reward ${id}`;
    await noteOperatorAction(runtime, session, {
      operatorId,
      action: "reverse-reward",
      userId,
      reason,
      details,
      change,
    });
    const isPaid = state === "paid";
    if (!isPaid) await putRewards(runtime, session, [reward], () => ({ state: "reversed", reason }));
    const row = {
      id: await database.nextIds(session, REWARDS, 1),
      ...reversalOf(reward, clock.now(), { reason, isPaid }),
      eventId,
    };
    await rewards.insertOne({ ...row, seal: sealRow(database, REWARD_KIND, row) }, { session });
    await tellBy(database, session, [reward.affiliateId], clock.now());
  });
  return { id };
}

interface Reversing {
  readonly reason: string;
  readonly isPaid: boolean;
}

function reversalOf(reward: RewardDocument, at: Date, { reason, isPaid }: Reversing) {
  const { level, affiliateId, userId, referredId, referredUserId, through, fee, assetCode, issuer } = reward;
  const of = { level, affiliateId, userId, referredId, referredUserId, through, fee, assetCode, issuer };
  return {
    ...of,
    kind: "reversal" as const,
    value: reward.value,
    version: reward.version,
    amount: String(-BigInt(reward.amount ?? "0")),
    at,
    heldUntil: at,
    state: isPaid ? ("payable" as const) : ("reversed" as const),
    signals: [],
    cover: "0",
    isCovered: true,
    payoutId: null,
    reason,
  };
}
