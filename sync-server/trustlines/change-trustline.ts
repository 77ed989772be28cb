import { createHash } from "node:crypto";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/money.ts";
import type { TrustlineInput } from "#schemas/trustlines.ts";
import { spendFeeBudget } from "#server/platform/house/network-fee.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { acceptOnce, formerOf } from "#server/platform/submissions/accept-once.ts";
import { insertSubmission, type SubmissionDocument } from "#server/platform/submissions/submission.ts";
import {
  type Change,
  planTrustline,
  refusalsWithin,
  type TrustlineDeps,
  type TrustlinePlan,
} from "./plan-trustline.ts";

interface Request {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly feeLimit: bigint;
}

/**
 * Accepts the adding or removing of an asset: what stands against it first, then one transaction that keeps back what it
 * takes and records it. The same key and body answer with the same submission; a refusal leaves nothing behind.
 */
export async function changeTrustline(
  deps: TrustlineDeps,
  userId: number,
  change: Change,
  { idempotencyKey, networkFee, assetCode, issuer }: TrustlineInput,
): Promise<SubmissionDocument> {
  const content = JSON.stringify(["trustline", change, assetCode, issuer]);
  const fingerprint = createHash("sha256").update(content).digest("hex");
  return acceptOnce(deps.runtime.database, { userId, idempotencyKey, fingerprint }, async () => {
    const plan = await planTrustline(deps, userId, { change, assetCode, issuer });
    const [refusal] = plan.refusals;
    if (refusal) throw refusal;
    const feeLimit = parseAmount(networkFee);
    if (plan.feePayer === null && plan.fee > feeLimit) throw new AppError("fees-risen");
    return record(deps, plan, { idempotencyKey, fingerprint, feeLimit });
  });
}

function record({ runtime }: TrustlineDeps, plan: TrustlinePlan, request: Request): Promise<SubmissionDocument> {
  const { database } = runtime;
  const { userId, fee, feePayer, holds, step } = plan;
  const { idempotencyKey, fingerprint, feeLimit } = request;
  return database.transaction(async (session) => {
    const account = await takeAccount(database, session, plan.account);
    if (!account) throw new AppError("wallet-not-ready");
    const former = await formerOf(database, { userId, idempotencyKey, fingerprint }, session);
    if (former) return former;
    const [refusal] = await refusalsWithin(runtime, session, plan, account);
    if (refusal) throw refusal;
    if (feePayer !== null) await spendFeeBudget(runtime, session, fee);
    const submission = await insertSubmission(runtime, session, {
      userId,
      idempotencyKey,
      fingerprint,
      kind: "trustline",
      account: account._id,
      steps: [step],
      memo: "",
      holds,
      fee: String(fee),
      feeLimit: String(feeLimit),
      feePayer,
      viaChannel: false,
    });
    await refreshBalances(database, session, account);
    return submission;
  });
}
