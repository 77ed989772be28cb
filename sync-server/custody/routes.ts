import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import { describeKeys } from "./describe-keys.ts";
import { rotateAct, type RotateDeps, rotateKey } from "./rotate-key.ts";

export interface CustodyDeps extends RotateDeps {
  readonly approvals: Approvals;
  /** Says that a submission was made. */
  readonly onSubmitted: () => void;
}

/** Serves operators what they may do about keys. */
export function registerCustodyRoutes(app: FastifyInstance, { approvals, onSubmitted, ...deps }: CustodyDeps): void {
  approvals.define("rotate-key", rotateAct(deps, onSubmitted));

  route(app, ENDPOINTS.serviceKeys, () => describeKeys(deps.runtime));
  route(app, ENDPOINTS.rotateKey, async ({ session, params, input }) => {
    const wish = { operatorId: session.userId, userId: params.userId, input };
    const answer = await rotateKey(deps, approvals, wish);
    onSubmitted();
    return answer;
  });
}
