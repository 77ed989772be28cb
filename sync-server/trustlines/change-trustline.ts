import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { TrustlineInput } from "#schemas/trustlines.ts";
import { accept, fingerprintOf } from "#server/platform/submissions/accept.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { type Change, planTrustline, refusalsWithin, type TrustlineDeps } from "./plan-trustline.ts";

/** Accepts the adding or removing of an asset; see {@link accept}. It asks for neither password nor code: nothing leaves by it. */
export function changeTrustline(
  deps: TrustlineDeps,
  userId: number,
  change: Change,
  { idempotencyKey, networkFee, assetCode, issuer }: TrustlineInput,
): Promise<SubmissionDocument> {
  const fingerprint = fingerprintOf(["trustline", change, assetCode, issuer]);
  const feeLimit = parseAmount(networkFee);
  return accept(
    deps,
    { userId, idempotencyKey, fingerprint, prove: () => Promise.resolve() },
    {
      plan: () => planTrustline(deps, userId, { change, assetCode, issuer }),
      holdTo: ({ fee, feePayer }) => {
        if (feePayer === null && fee > feeLimit) throw new AppError("fees-risen");
      },
      refusalsWithin: (session, plan, account) => refusalsWithin(deps.runtime, session, plan, account),
      draft: ({ step, holds, fee, feePayer }) => ({
        kind: "trustline",
        steps: [step],
        memo: "",
        holds,
        fee: String(fee),
        feeLimit: String(feeLimit),
        feePayer,
      }),
    },
  );
}
