import type { ClientSession } from "mongodb";
import { DETAIL_LENGTH } from "#schemas/notifications.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { tellBy } from "./programs.ts";
import { putRewards } from "./rewards.ts";
import { PAYOUT_KIND, payoutCollection, type PayoutDocument, PAYOUTS, rewardCollection } from "./store.ts";

const AT_ONCE = 500;

/** Notes what became of each payout that a ledger has decided and ingestion has folded: only then are its rewards paid, or payable again. */
export async function settlePayouts(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const { database } = runtime;
  let after = 0;
  while (!signal.aborted) {
    const open = await payoutCollection(database)
      .find({ status: "paying", id: { $gt: after } }, { sort: { id: 1 }, limit: AT_ONCE })
      .toArray();
    const ended = await submissionCollection(database)
      .find({
        id: { $in: open.map(({ submissionId }) => submissionId) },
        state: { $in: ["confirmed", "failed"] },
        isReserving: false,
      })
      .toArray();
    const byId = new Map(ended.map((submission) => [submission.id, submission]));
    for (const payout of open) {
      const submission = byId.get(payout.submissionId);
      if (submission) await settleOne(runtime, payout, submission);
    }
    if (open.length < AT_ONCE) return;
    after = open.at(-1)?.id ?? after;
  }
}

async function settleOne(runtime: Runtime, seen: PayoutDocument, submission: SubmissionDocument): Promise<void> {
  const { database, clock } = runtime;
  if (!isRowSealed(database, PAYOUT_KIND, seen)) {
    await tellForged(runtime, `affiliate payout ${seen.id}`, { payoutId: seen.id });
    return;
  }
  await database.transaction(async (session) => {
    const payout = await payoutCollection(database).findOne({ id: seen.id, status: "paying" }, { session });
    if (!payout) return;
    const isPaid = submission.state === "confirmed" || submission.foundAs === "confirmed";
    const rows = await rewardCollection(database).find({ payoutId: payout.id, state: "paying" }, { session }).toArray();
    await putRewards(runtime, session, rows, () => (isPaid ? { state: "paid" } : { state: "payable", payoutId: null }));
    await writePayout(runtime, session, payout, { submission, isPaid });
    const { userId, affiliateId, asset: assetCode, issuer, paid: amount } = payout;
    const kind = isPaid ? "affiliate-paid" : "affiliate-not-paid";
    await notify(runtime, session, { userId, kind, cause: `payout ${payout.id}`, assetCode, issuer, amount });
    await tellBy(database, session, [affiliateId], clock.now());
  });
}

interface Ending {
  readonly submission: SubmissionDocument;
  readonly isPaid: boolean;
}

async function writePayout(
  { database }: Runtime,
  session: ClientSession,
  { userId, uid }: PayoutDocument,
  { submission, isPaid }: Ending,
): Promise<void> {
  const hash = submission.ledgerHash ?? submission.attempt?.hash ?? "";
  const row = isPaid
    ? await database.collection("transactions").findOne({ userId, hash }, { session, projection: { id: 1 } })
    : null;
  const fields = isPaid
    ? { status: "paid", hash, transactionId: row ? Number(row["id"]) : null }
    : { status: "failed", reason: submission.reason.slice(0, DETAIL_LENGTH) };
  await putReplicated(database, session, PAYOUTS, userId, [{ uid, fields }]);
  const after = await payoutCollection(database).findOne({ uid }, { session });
  if (!after) throw new Error(`the payout ${uid} was not stored`);
  const seal = sealRow(database, PAYOUT_KIND, after);
  await payoutCollection(database).updateOne({ uid }, { $set: { seal } }, { session });
}
