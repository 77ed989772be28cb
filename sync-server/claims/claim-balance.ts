import { createHash } from "node:crypto";
import type { ClaimBalanceInput } from "#schemas/claims.ts";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/money.ts";
import { spendFeeBudget } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { claimableCollection } from "#server/platform/ingest/claimables.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { acceptOnce, formerOf } from "#server/platform/submissions/accept-once.ts";
import { insertSubmission, type SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { readStanding } from "./claim-facts.ts";
import { type ClaimPlan, planClaim } from "./plan-claim.ts";
import { refusalsOf } from "./rules.ts";

interface Request {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** Stroops. */
  readonly feeLimit: bigint;
}

/**
 * Accepts a claim: every rule first, then one transaction that asks again what may have changed and records the submission.
 * The same key and body answer with the same submission; of several keys for one balance only the first is accepted while
 * it is under way. It asks for neither password nor code: what is claimed comes to the owner's own account.
 */
export async function claimBalance(
  deps: { readonly runtime: Runtime; readonly network: StellarNetwork },
  userId: number,
  { balanceId, networkFee, idempotencyKey }: ClaimBalanceInput,
): Promise<SubmissionDocument> {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify(["claim", balanceId]))
    .digest("hex");
  const confirmed = { userId, idempotencyKey, fingerprint };
  return acceptOnce(deps.runtime.database, confirmed, async () => {
    const plan = await planClaim(deps, userId, balanceId);
    return record(deps.runtime, { ...confirmed, feeLimit: parseAmount(networkFee) }, plan);
  });
}

/** Two claims of one account both take it: the later one runs again, and sees what the first has recorded. */
function record(runtime: Runtime, request: Request, plan: ClaimPlan): Promise<SubmissionDocument> {
  const { database } = runtime;
  const { userId, idempotencyKey, fingerprint, feeLimit } = request;
  const { balanceId, steps, holds, fee, feePayer, facts } = plan;
  return database.transaction(async (session) => {
    const account = await takeAccount(database, session, plan.account);
    if (!account) throw new AppError("wallet-not-ready");
    const former = await formerOf(database, { userId, idempotencyKey, fingerprint }, session);
    if (former) return former;
    const isOpen = await claimableCollection(database).findOne({ userId, balanceId, state: "open" }, { session });
    if (!isOpen) throw new AppError("claim-gone");
    const standing = await readStanding(runtime, session, { userId, account, balanceId, asset: facts.asset });
    const [refusal] = refusalsOf({ ...facts, ...standing, account }, account._id);
    if (refusal) throw new AppError(refusal.code, refusal.facts);
    if (feePayer === null && fee > feeLimit) throw new AppError("fees-risen");
    if (feePayer !== null) await spendFeeBudget(runtime, session, fee);
    const submission = await insertSubmission(runtime, session, {
      userId,
      idempotencyKey,
      fingerprint,
      kind: "claim",
      account: account._id,
      steps,
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
