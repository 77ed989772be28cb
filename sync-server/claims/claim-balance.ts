import type { ClaimBalanceInput } from "#schemas/claims.ts";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { claimableCollection } from "#server/claimables/index.ts";
import { accept, fingerprintOf } from "#server/platform/submissions/accept.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { errorsOf } from "#server/platform/rules/rules.ts";
import { readStanding } from "./claim-facts.ts";
import { type ClaimDeps, planClaim } from "./plan-claim.ts";
import { claimRefusals } from "./rules.ts";

/**
 * Accepts a claim; see {@link accept}. Of several keys for one balance only the first is accepted while it is under way: two claims
 * of one account both take it, and the later one sees what the first has recorded. It asks for neither password nor code: what is
 * claimed comes to the owner's own account.
 */
export function claimBalance(
  deps: ClaimDeps,
  userId: number,
  { balanceId, networkFee, idempotencyKey }: ClaimBalanceInput,
): Promise<SubmissionDocument> {
  const { runtime } = deps;
  const fingerprint = fingerprintOf(["claim", balanceId]);
  const feeLimit = parseAmount(networkFee);
  return accept(
    deps,
    { userId, idempotencyKey, fingerprint, prove: () => Promise.resolve() },
    {
      plan: () => planClaim(deps, userId, balanceId),
      holdTo: ({ fee, feePayer }) => {
        if (feePayer === null && fee > feeLimit) throw new AppError("fees-risen");
      },
      refusalsWithin: async (session, { facts }, account) => {
        const open = { userId, balanceId, state: "open" } as const;
        if (!(await claimableCollection(runtime.database).findOne(open, { session })))
          return [new AppError("claim-gone")];
        const standing = await readStanding(runtime, session, { userId, account, balanceId, asset: facts.asset });
        return errorsOf(claimRefusals({ ...facts, ...standing, account }, account._id));
      },
      draft: ({ steps, holds, fee, feePayer }) => ({
        kind: "claim",
        steps,
        memo: "",
        holds,
        fee: String(fee),
        feeLimit: String(feeLimit),
        feePayer,
      }),
    },
  );
}
