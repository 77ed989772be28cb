import type { ClientSession } from "mongodb";
import { DETAIL_LENGTH } from "#schemas/notifications.ts";
import { putReplicatedOf } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notifyAll } from "#server/platform/notifications/notify.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { assertRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import {
  type SubmissionDocument,
  submissionCollection,
  wasConfirmed,
} from "#server/platform/submissions/submission.ts";
import { tellBy } from "./programs.ts";
import { putRewards } from "./rewards.ts";
import { PAYOUT_KIND, payoutCollection, type PayoutDocument, PAYOUTS, rewardCollection } from "./store.ts";

const AT_ONCE = 200;

/** Notes what became of each payout that a ledger has decided and ingestion has folded: only then are its rewards paid, or payable again. */
export async function settlePayouts(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const { database } = runtime;
  let after = 0;
  while (!signal.aborted) {
    const open = await payoutCollection(database)
      .find({ status: "paying", id: { $gt: after } }, { sort: { id: 1 }, limit: AT_ONCE })
      .toArray();
    const ended = await endedOf(runtime, open);
    const over = open.filter(({ submissionId }) => ended.has(submissionId));
    if (over.length > 0) await settleSafely(runtime, over, ended);
    if (open.length < AT_ONCE) return;
    after = open.at(-1)?.id ?? after;
  }
}

type Ended = ReadonlyMap<number, SubmissionDocument>;

async function endedOf({ database }: Runtime, payouts: readonly PayoutDocument[]): Promise<Ended> {
  const ended = await submissionCollection(database)
    .find({
      id: { $in: payouts.map(({ submissionId }) => submissionId) },
      state: { $in: ["confirmed", "failed"] },
      isReserving: false,
    })
    .toArray();
  return new Map(ended.map((submission) => [submission.id, submission]));
}

/** All at once; where one was written past the server, each on its own, so that it keeps no other waiting. */
async function settleSafely(runtime: Runtime, payouts: readonly PayoutDocument[], ended: Ended): Promise<void> {
  try {
    await runtime.database.transaction((session) => settle(runtime, session, payouts, ended));
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    const [only, ...others] = payouts;
    if (only && others.length === 0) await tellForged(runtime, `affiliate payout ${only.id}`, { payoutId: only.id });
    else for (const payout of payouts) await settleSafely(runtime, [payout], ended);
  }
}

async function settle(
  runtime: Runtime,
  session: ClientSession,
  seen: readonly PayoutDocument[],
  ended: Ended,
): Promise<void> {
  const { database, clock } = runtime;
  const ids = seen.map(({ id }) => id);
  const payouts = await payoutCollection(database)
    .find({ id: { $in: ids }, status: "paying" }, { session })
    .toArray();
  for (const payout of payouts) assertRowSealed(database, PAYOUT_KIND, payout, payout.id);
  const paid = new Set(payouts.filter((payout) => isPaid(ended, payout)).map(({ id }) => id));
  const rows = await rewardCollection(database)
    .find({ payoutId: { $in: ids }, state: "paying" }, { session })
    .toArray();
  await putRewards(runtime, session, rows, ({ payoutId }) =>
    paid.has(payoutId ?? 0) ? { state: "paid" } : { state: "payable", payoutId: null },
  );
  await writePayouts(runtime, session, payouts, ended);
  await notifyAll(
    runtime,
    session,
    payouts.map(({ id, userId, asset: assetCode, issuer, paid: amount }) => {
      const kind = paid.has(id) ? ("affiliate-paid" as const) : ("affiliate-not-paid" as const);
      return { userId, kind, cause: `payout ${id}`, assetCode, issuer, amount };
    }),
  );
  await tellBy(
    database,
    session,
    payouts.map(({ affiliateId }) => affiliateId),
    clock.now(),
  );
}

function isPaid(ended: Ended, { submissionId }: PayoutDocument): boolean {
  const submission = ended.get(submissionId);
  return submission !== undefined && wasConfirmed(submission);
}

function hashOf(ended: Ended, { submissionId }: PayoutDocument): string {
  const submission = ended.get(submissionId);
  return submission?.ledgerHash ?? submission?.attempt?.hash ?? "";
}

async function writePayouts(
  { database }: Runtime,
  session: ClientSession,
  payouts: readonly PayoutDocument[],
  ended: Ended,
): Promise<void> {
  const hashes = payouts.map((payout) => hashOf(ended, payout));
  const history = await database
    .collection<{ readonly id: number; readonly userId: number; readonly hash: string }>("transactions")
    .find(
      { userId: { $in: payouts.map(({ userId }) => userId) }, hash: { $in: hashes } },
      { session, projection: { _id: 0, id: 1, userId: 1, hash: 1 } },
    )
    .toArray();
  const rowOf = new Map(history.map(({ id, userId, hash }) => [`${userId} ${hash}`, id]));
  const writes = payouts.map((payout) => {
    const { userId, uid } = payout;
    const hash = hashOf(ended, payout);
    const reason = (ended.get(payout.submissionId)?.reason ?? "").slice(0, DETAIL_LENGTH);
    const fields = isPaid(ended, payout)
      ? { status: "paid", hash, transactionId: rowOf.get(`${userId} ${hash}`) ?? null }
      : { status: "failed", reason };
    return { userId, uid, fields };
  });
  await putReplicatedOf(database, session, PAYOUTS, writes);
  const after = await payoutCollection(database)
    .find({ id: { $in: payouts.map(({ id }) => id) } }, { session })
    .toArray();
  await payoutCollection(database).bulkWrite(
    after.map((payout) => ({
      updateOne: { filter: { id: payout.id }, update: { $set: { seal: sealRow(database, PAYOUT_KIND, payout) } } },
    })),
    { session, ordered: false },
  );
}
