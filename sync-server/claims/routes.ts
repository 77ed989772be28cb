import type { FastifyInstance } from "fastify";
import type { ClaimCheckOutput } from "#schemas/claims.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { mostFee } from "#server/platform/house/network-fee.ts";
import { route } from "#server/platform/http/route.ts";
import { leftOutput, submissionOutput } from "#server/wallet/index.ts";
import { claimBalance } from "./claim-balance.ts";
import { hideClaim } from "./hide-claim.ts";
import { type ClaimDeps, type ClaimPlan, planClaim } from "./plan-claim.ts";

/** Serves what people may claim. `kick` says that a claim was accepted. */
export function registerClaimRoutes(app: FastifyInstance, deps: ClaimDeps, kick: () => void): void {
  const { runtime } = deps;

  route(app, ENDPOINTS.claimBalance, async ({ session, input }) => {
    const submission = await claimBalance(deps, session.userId, input);
    kick();
    return submissionOutput(submission);
  });

  route(app, ENDPOINTS.claimCheck, async ({ session, input }) =>
    checkOutput(await planClaim(deps, session.userId, input.balanceId)),
  );

  route(app, ENDPOINTS.hideClaim, async ({ session, input }) => {
    await hideClaim(runtime, session.userId, input);
    return { isHidden: input.isHidden };
  });
}

function checkOutput({ fee, feePayer, reserve, left, refusals }: ClaimPlan): ClaimCheckOutput {
  return {
    networkFee: formatAmount(mostFee({ fee, feePayer })),
    isFeeSponsored: feePayer !== null,
    addsAsset: reserve > 0n,
    reserve: formatAmount(reserve),
    left: left.map(leftOutput),
    refusals: refusals.map(({ told }) => told),
  };
}
