import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { moveSubmission } from "#server/platform/submissions/moves.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { isTakingBack } from "#server/platform/submissions/trade-steps.ts";
import type { TakerBack } from "#server/security/index.ts";
import { OWNERS_KINDS } from "./may-proceed.ts";

/** States in which nothing of ours is signed that could still come into a ledger. */
const UNSIGNED: readonly SubmissionState[] = ["held", "created", "awaiting-signature", "expired"];

/** Refuses what a person had accepted and nobody signed yet, so that it is not sent once the account is let go either. */
export function takesBackUnsigned(runtime: Runtime): TakerBack {
  const { database } = runtime;
  const unsigned = { kind: { $in: [...OWNERS_KINDS] }, state: { $in: [...UNSIGNED] } };
  return {
    kind: "payments",
    takeBack: async (session: ClientSession, userId: number) => {
      const found = await submissionCollection(database)
        .find({ userId, ...unsigned }, { session })
        .toArray();
      const meant = found.filter(({ steps }) => !isTakingBack(steps));
      for (const submission of meant) {
        const reason = new AppError("account-frozen").said;
        if (!(await moveSubmission(runtime, session, submission, "failed", { reason })))
          throw new Error(`submission ${submission.id} moved within a transaction that had read it`);
      }
      return meant.length;
    },
    holders: async (userIds) => {
      const found = await submissionCollection(database)
        .find({ userId: { $in: [...userIds] }, ...unsigned }, { projection: { userId: 1, steps: 1 } })
        .toArray();
      return [...new Set(found.flatMap(({ userId, steps }) => (isTakingBack(steps) ? [] : [userId])))];
    },
  };
}
