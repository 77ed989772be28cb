import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { describeKeys } from "./describe-keys.ts";
import { proposeRewrap, rewrapAct } from "./rewrap-vault.ts";
import { rotateAct, type RotateDeps, rotateKey } from "./rotate-key.ts";

export interface CustodyDeps extends RotateDeps {
  readonly ring: KeyRing;
  readonly approvals: Approvals;
  /** Says that a submission was made. */
  readonly onSubmitted: () => void;
  /** Says that a change of the vault's locks was asked for. */
  readonly onRewrap: () => void;
}

/** Serves operators what they may do about keys. */
export function registerCustodyRoutes(
  app: FastifyInstance,
  { approvals, onSubmitted, onRewrap, ...deps }: CustodyDeps,
): void {
  approvals.define("rotate-key", rotateAct(deps, onSubmitted));
  approvals.define("rewrap-vault", rewrapAct(deps, onRewrap));

  route(app, ENDPOINTS.serviceKeys, () => describeKeys(deps.runtime));
  route(app, ENDPOINTS.rewrapVault, ({ session, input }) =>
    proposeRewrap(deps, approvals, session.userId, input.reason),
  );
  route(app, ENDPOINTS.rotateKey, async ({ session, params, input }) => {
    const wish = { operatorId: session.userId, userId: params.userId, input };
    const answer = await rotateKey(deps, approvals, wish);
    onSubmitted();
    return answer;
  });
}
